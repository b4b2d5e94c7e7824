/** Protocol of the thread that runs the encoder. */
export interface EncoderProtocol {
  readonly data: {
    readonly model: string;
    readonly tokenizer: string;
  };
  readonly ready: undefined;
  readonly tasks: {
    /** The direction of each text, of length 1; of a long text, that of its beginning. */
    readonly encode: (texts: readonly string[]) => readonly Float32Array[];
  };
  readonly calls: Readonly<Record<string, never>>;
}
