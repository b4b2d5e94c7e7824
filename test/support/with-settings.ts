/** Words of a command line that give settings without an option. */
export function withSettings(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => ['--set', `${name}=${String(one)}`]),
  );
}
