import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, LineCounter, type Pair, parseDocument, type Scalar } from 'yaml';
import { normalizeGuestText } from '../../../../contract/fields/guestText.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { type Path, type Schema, validate } from './validate.ts';

/** What kind of document a guest runs at first boot. */
export type PartKind = 'config' | 'script';

export interface Problem {
  /** Counted from 1. */
  line: number;
  /** For example `runcmd.0`. Empty for the whole document. */
  field: string;
  problem: LocalizedText;
  isWarning: boolean;
}

export interface ParsedPart {
  kind: PartKind;
  content: string;
  /** The parsed config. Null if it can't be parsed. */
  config: Record<string, unknown> | null;
  problems: Problem[];
}

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, 'schema/cloud-config.json'), 'utf8'),
) as Schema;
const maxProblems = 20;

const unsupportedFormat =
  /^(#include|#cloud-boothook|#part-handler|#cloud-config-archive|## template:|content-type:|mime-version:)/i;

/**
 * Parses cloud-config or a script that begins with `#!`, and validates it against cloud-init's own
 * schema.
 */
export function parsePart(text: string): ParsedPart {
  const content = normalizeGuestText(text);
  if (content.startsWith('#!')) return { kind: 'script', content, config: null, problems: [] };
  const header = unsupportedFormat.exec(content)?.[1];
  if (header !== undefined)
    return withProblem(
      content,
      1,
      localize('documents.readPart.isntSupportedEnterCloud', { header }),
    );
  return parseConfig(content);
}

const withProblem = (content: string, line: number, problem: LocalizedText): ParsedPart => ({
  kind: 'config',
  content,
  config: null,
  problems: [{ line, field: '', problem, isWarning: false }],
});

/** Parses YAML 1.1, like cloud-init. */
function parseConfig(content: string): ParsedPart {
  const lines = new LineCounter();
  const document = parseDocument(content, { version: '1.1', lineCounter: lines, uniqueKeys: true });
  const [error] = document.errors;
  if (error) {
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return withProblem(
      content,
      lines.linePos(error.pos[0]).line,
      eachLanguage(() => reason),
    );
  }
  if (!isMap(document.contents))
    return withProblem(content, 1, localize('documents.readConfig.cloudConfigMustMapping'));
  let config: Record<string, unknown>;
  try {
    config = document.toJS({ maxAliasCount: 50 }) as Record<string, unknown>;
  } catch {
    return withProblem(content, 1, localize('documents.readConfig.containsTooManyReferences'));
  }
  const problems = validate(schema, config)
    .slice(0, maxProblems)
    .map(({ path, problem, isWarning }) => ({
      line: lineOf(document, lines, path),
      field: path.join('.'),
      problem,
      isWarning,
    }));
  return { kind: 'config', content, config, problems };
}

/** The line of a field name or list entry, or of the nearest enclosing element that has one. */
function lineOf(
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  path: Path,
): number {
  for (let length = path.length; length > 0; length--) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const pair = isMap(parent)
      ? (parent.items as Pair<Scalar>[]).find(({ key }) => key?.value === name)
      : undefined;
    const node =
      pair?.key ??
      (document.getIn(path.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined);
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** `line 3, packages.0: …`: the first error as one sentence. Null when there is none. */
export function firstProblem({ problems }: Pick<ParsedPart, 'problems'>): LocalizedText | null {
  const found = problems.find(({ isWarning }) => !isWarning);
  if (!found) return null;
  const fieldSuffix = found.field ? `, ${found.field}` : '';
  return localize('documents.firstProblem.line', {
    line: found.line,
    place: fieldSuffix,
    problem: found.problem,
  });
}
