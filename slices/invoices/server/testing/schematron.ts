import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Schema } from 'node-schematron';

/** An assertion that a document breaks, by its name. */
export interface Broken {
  id: string;
  says: string;
}

/** A schematron that is ready to be asked about documents. */
export interface Schematron {
  /** How many assertions it has. */
  count: number;
  /** What of them a document breaks; warnings are not among them. */
  brokenBy(xml: string): Broken[];
}

const attributes = String.raw`((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)`;
const elements = (name: string) => new RegExp(String.raw`<(?:\w+:)?${name}\b${attributes}\s*/?>`, 'g');
const textOf = (text: string, name: string): string | null => {
  const [, double, single] = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(text) ?? [];
  return double ?? single ?? null;
};
const all = (text: string, name: string): string[] => [...text.matchAll(elements(name))].map(([, found = '']) => found);

/** The alternatives of a context, without what stands in brackets being looked at. */
const alternatives = (context: string): string[] => context.match(/(?:[^|[]|\[(?:[^[\]]|\[[^\]]*\])*\])+/g) ?? [];

/**
 * The library looks for a context below every element: `//x` there means what `x` does, but is looked for once for each element of the document, which
 * takes hours where it takes seconds.
 */
const relative = (context: string): string =>
  alternatives(context)
    .map((one) => one.trim().replace(/^\/\//, ''))
    .join(' | ');

/** A context that names attributes: the library walks over elements only, and would never ask such a rule. */
const namesAttribute = (context: string): boolean => alternatives(context).some((one) => /(^|\/)@[\w:*]+\s*$/.test(one));

/**
 * Reads one in which abstract patterns and includes are resolved ("preprocessed"). Throws where the library would leave something out in
 * silence: a rule about attributes, a pattern that is not resolved.
 */
export function readSchematron(text: string): Schematron {
  const body = text.replace(/<!--[\s\S]*?-->/g, '');
  if (/\sis-a\s*=|\sabstract\s*=\s*["']true/.test(body) || all(body, 'include').length > 0)
    throw new Error('Its patterns are not resolved: take the preprocessed file.');
  const never = all(body, 'rule').filter((rule) => namesAttribute(textOf(rule, 'context') ?? ''));
  if (never.length > 0) throw new Error(`Rules about attributes are not asked: ${never.map((rule) => textOf(rule, 'context')).join('; ')}`);
  const asserts = all(body, 'assert');
  const isWarning = (assert: string) => /^(warning|information)$/.test(textOf(assert, 'flag') ?? '');
  const warnings = new Set(asserts.filter(isWarning).map((assert) => textOf(assert, 'id')));
  const schema = Schema.fromString(text);
  const rules = schema.patterns.flatMap((pattern) => pattern.rules);
  for (const rule of rules) rule.context = relative(rule.context);
  const count = rules.reduce((sum, rule) => sum + rule.asserts.length, 0);
  if (count !== asserts.length) throw new Error(`It has ${asserts.length} assertions, and ${count} of them were read.`);
  const brokenBy = (xml: string) =>
    schema
      .validateString(xml)
      .filter(({ assertId }) => !warnings.has(assertId))
      .map(({ assertId, message = '' }) => ({ id: assertId ?? '?', says: message.trim() }));
  return { count, brokenBy };
}

/** The one for a syntax among the unpacked files of a folder. */
export async function findSchematron(folder: string, syntax: 'UBL' | 'CII'): Promise<Schematron> {
  const name = `EN16931-${syntax}-validation-preprocessed.sch`;
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(name));
  if (found === undefined) throw new Error(`${folder} has no ${name}.`);
  return readSchematron(await readFile(join(folder, found), 'utf8'));
}
