/**
 * Plain scalars that both YAML 1.2 and 1.1 parsers read as text. Everything else is quoted as in
 * JSON, which is a subset of YAML.
 */
const plainScalar = /^[A-Za-z_/][\w ./@-]*$/;
const reservedWords = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i;

function yamlScalar(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'string') return String(value);
  return plainScalar.test(value) && !reservedWords.test(value) && value.trim() === value
    ? value
    : JSON.stringify(value);
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** The value as a YAML document in block style, without a trailing line break. */
export function toYaml(value: unknown): string {
  return linesOf(value).join('\n');
}

function linesOf(value: unknown): string[] {
  if (!isContainer(value)) return [yamlScalar(value)];
  if (isEmpty(value)) return [Array.isArray(value) ? '[]' : '{}'];
  if (Array.isArray(value)) return value.flatMap((item) => indent(linesOf(item), '- '));
  return Object.entries(value).flatMap(([name, item]) => {
    const key = `${yamlScalar(name)}:`;
    return isContainer(item) && !isEmpty(item)
      ? [key, ...linesOf(item).map((line) => `  ${line}`)]
      : [`${key} ${linesOf(item)[0]}`];
  });
}

const indent = (lines: readonly string[], mark: string): string[] =>
  lines.map((line, index) => (index === 0 ? `${mark}${line}` : `  ${line}`));
