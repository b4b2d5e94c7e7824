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
type Tensors = Readonly<Record<string, Tensor>>;

/** Parts of the packages that are used. */
interface Packages {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(file: string, options: object): Promise<{ run(inputs: Tensors): Promise<Tensors> }>;
  };
  readonly Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => {
    encode(text: string, options: object): { readonly ids: readonly number[] };
    token_to_id(token: string): number;
  };
}

/** Loads the packages. @throws Error where one is missing or does not work on this machine */
export function loadPackages(): Packages {
  return Object.assign({}, ...PACKAGES.map((name) => require(name) as object)) as Packages;
}

/** Protocol of the thread that runs the encoder. */
export interface EncoderProtocol {
  readonly data: { readonly model: string; readonly tokenizer: string };
  /** Gives the direction of each text, of length 1; of a long text, that of its beginning. */
  readonly tasks: { readonly encode: (texts: readonly string[]) => readonly Float32Array[] };
  readonly calls: Readonly<Record<string, never>>;
}
