/** The anchor of a heading, as GitHub makes it. */
export function headingSlug(heading: string): string;
