/** The named part of each declaration, such as `errors` of all declarations that have errors. */
type Parts<Declarations, Part extends string> = {
  [Name in keyof Declarations]: Declarations[Name] extends { [Key in Part]: infer Value }
    ? Value
    : never;
}[keyof Declarations];

type Union<All> = All extends unknown ? keyof All : never;

/** All entries of a part of the declarations, by name. */
export type Merged<Declarations, Part extends string> = {
  [Key in Union<Parts<Declarations, Part>>]: Extract<
    Parts<Declarations, Part>,
    { [K in Key]: unknown }
  >[Key];
};

/**
 * Merges a part of all declarations. Throws if two declarations have an entry with the same name.
 */
export function merged<Declarations extends object, const Part extends string>(
  declarations: Declarations,
  part: Part,
): Merged<Declarations, Part> {
  const all: Record<string, unknown> = {};
  for (const declaration of Object.values(declarations) as Record<string, object>[])
    for (const [name, entry] of Object.entries(declaration[part] ?? {})) {
      if (Object.hasOwn(all, name)) throw new Error(`${name} is declared twice in ${part}.`);
      all[name] = entry;
    }
  return all as Merged<Declarations, Part>;
}
