import { createRequire } from 'node:module';

/** Packages that the encoder needs, and that are installed on request. */
const PACKAGES = ['onnxruntime-node', '@huggingface/tokenizers'] as const;

/** Finds packages as CommonJS does, so that NODE_PATH may name their place. */
const require = createRequire(import.meta.url);

/** The packages that are not installed. */
export function missingPackages(): readonly string[] {
  return PACKAGES.filter((name) => {
    try {
      return require.resolve(name) === '';
    } catch {
      return true;
    }
  });
}

/** Numbers for a model or out of one. */
interface Tensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}

/** Parts of onnxruntime-node that are used. */
interface OnnxRuntime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(
      file: string,
      options: object,
    ): Promise<{
      run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
    }>;
  };
}

/** Parts of @huggingface/tokenizers that are used. */
interface Tokenizers {
  readonly Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => {
    encode(
      text: string,
      options: { readonly add_special_tokens: boolean },
    ): { readonly ids: readonly number[] };
    token_to_id(token: string): number;
  };
}

/** Loads the packages. @throws Error where one is missing or does not work on this machine */
export function loadPackages(): OnnxRuntime & Tokenizers {
  const [runtime, tokenizers] = PACKAGES.map((name) => require(name) as unknown);
  return { ...(runtime as OnnxRuntime), ...(tokenizers as Tokenizers) };
}

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
