type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Moves the `$defs` of embedded schemas, which recursive schemas have, to `schemas`. References in
 * an OpenAPI document are resolved against the document, not against the schema that contains them
 * (OpenAPI 3.1, "Relative References in API Description URIs"). `name` makes their names unique.
 * Returns a copy.
 */
export function hoistDefinitions(value: unknown, name: string, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistDefinitions(item, name, schemas));
  if (!isObject(value)) return value;
  const { $defs, ...rest } = value;
  if (!isObject($defs)) return mapValues(rest, (item) => hoistDefinitions(item, name, schemas));
  const names = new Map(
    Object.keys($defs).map((key) => [key, freeName(`${name}${key.replace(/^_+/, '_')}`, schemas)]),
  );
  for (const [key, uniqueName] of Object.entries($defs))
    schemas[names.get(key) ?? key] = withReferences(uniqueName, names);
  return withReferences(rest, names);
}

function freeName(baseName: string, schemas: Json): string {
  let found = baseName;
  for (let count = 2; found in schemas; count++) found = `${baseName}${count}`;
  schemas[found] = {};
  return found;
}

function withReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names));
  if (!isObject(value)) return value;
  return mapValues(value, (item, key) => {
    const definitionName = key === '$ref' && typeof item === 'string' && names.get(item.slice(8));
    return definitionName ? `#/components/schemas/${definitionName}` : withReferences(item, names);
  });
}

const mapValues = (value: Json, map: (item: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]));
