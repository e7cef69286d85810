import { slices } from '../../contract/index.ts';

/** The slice of each operation: the folder whose contract declares it. */
export const sliceNames: ReadonlyMap<string, string> = new Map(
  Object.entries(slices).flatMap(([slice, declared]) =>
    'endpoints' in declared
      ? Object.keys(declared.endpoints).map((operation) => [operation, slice] as const)
      : [],
  ),
);
