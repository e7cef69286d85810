import type { Declarations } from '../index.ts';
import type { Merged } from '../merged.ts';

type Errors = Merged<Declarations, 'errors'>;

export type CodeName = keyof Errors;
/** Error numbers by name. */
export type Codes = {
  [Name in CodeName]: Errors[Name] extends { code: infer Number } ? Number : never;
};
export type Code = Codes[CodeName];
