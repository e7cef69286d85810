import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Options } from 'fontoxpath';
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom';

/** `import` can't detect the named exports of this bundled CommonJS module. */
const { evaluateXPath, evaluateXPathToBoolean, evaluateXPathToNodes, evaluateXPathToString } =
  createRequire(import.meta.url)('fontoxpath') as typeof import('fontoxpath');

/** An assertion that a document violates, with its name. */
export interface Violation {
  id: string;
  says: string;
}

/** A parsed schematron that checks documents. */
export interface Schematron {
  /** The number of assertions. */
  count: number;
  /** The assertions that a document violates, not including warnings. */
  brokenBy(xml: string): Violation[];
}

const namespace = 'http://purl.oclc.org/dsdl/schematron';
const elementsByName = (parent: Document | Element, name: string): Element[] =>
  [...parent.getElementsByTagNameNS(namespace, name)] as Element[];
const childrenOf = (parent: Element, name: string): Element[] =>
  parent.children.filter((child) => child.namespaceURI === namespace && child.localName === name);
const isWarning = (assert: Element): boolean =>
  /^(warning|information)$/.test(assert.getAttribute('flag') ?? '');

/** The alternatives of a context. Bars within brackets don't separate alternatives. */
const alternatives = (context: string): string[] =>
  context.match(/(?:[^|[]|\[(?:[^[\]]|\[[^\]]*\])*\])+/g) ?? [];

/** Expands a context pattern: in XSLT patterns, `a/b` matches at any depth. */
const anywhere = (context: string): string =>
  alternatives(context)
    .map((one) => one.trim())
    .map((one) => (one.startsWith('/') ? one : `//${one}`))
    .join(' | ');

type Variables = Record<string, unknown>;

/** Checks one document, using the prefixes that the schematron declares. */
class RuleMatcher {
  readonly #options: Options;

  constructor(prefixes: ReadonlyMap<string, string>) {
    this.#options = { namespaceResolver: (prefix) => prefixes.get(prefix) ?? null };
  }

  /**
   * The violations of a pattern. For each node, only the first matching rule of the pattern
   * applies.
   */
  brokenOf(pattern: Element, document: Document): Violation[] {
    const matchedNodes = new Set<Node>();
    return childrenOf(pattern, 'rule').flatMap((rule) => {
      const contextNodes = evaluateXPathToNodes<Node>(
        anywhere(rule.getAttribute('context') ?? ''),
        document,
        null,
        {},
        this.#options,
      );
      const unchecked = contextNodes.filter((node) => !matchedNodes.has(node));
      for (const node of unchecked) matchedNodes.add(node);
      return unchecked.flatMap((node) => this.#brokenAt(rule, node));
    });
  }

  #brokenAt(rule: Element, node: Node): Violation[] {
    const variables: Variables = {};
    for (const variable of childrenOf(rule, 'let'))
      variables[variable.getAttribute('name') ?? ''] = evaluateXPath(
        variable.getAttribute('value') ?? '()',
        ...([node, null, variables, evaluateXPath.ALL_RESULTS_TYPE, this.#options] as const),
      );
    return childrenOf(rule, 'assert')
      .filter((assert) => !isWarning(assert))
      .filter(
        (assert) =>
          !evaluateXPathToBoolean(
            assert.getAttribute('test') ?? '',
            node,
            null,
            variables,
            this.#options,
          ),
      )
      .map((assert) => ({
        id: assert.getAttribute('id') ?? '?',
        says: this.#wordsOf(assert, node, variables),
      }));
  }

  #wordsOf(assert: Element, node: Node, variables: Variables): string {
    const messageParts = assert.childNodes.map((part) => {
      const select =
        (part as Element).localName === 'value-of'
          ? (part as Element).getAttribute('select')
          : null;
      return select === null
        ? (part as Element).textContent
        : evaluateXPathToString(select, node, null, variables, this.#options);
    });
    return messageParts.join('').trim();
  }
}

/** Throws if the schema has parts that would otherwise be ignored silently. */
function requireSupportedSchema(schema: Document): void {
  const unresolved = elementsByName(schema, 'pattern').some(
    (pattern) => pattern.hasAttribute('is-a') || pattern.getAttribute('abstract') === 'true',
  );
  if (unresolved || elementsByName(schema, 'include').length > 0)
    throw new Error('Its patterns are not resolved: take the preprocessed file.');
  for (const unknown of ['report', 'extends'])
    if (elementsByName(schema, unknown).length > 0)
      throw new Error(`It has the element ${unknown}, which is not asked.`);
  const shared = elementsByName(schema, 'let').find(
    (variable) => (variable.parentNode as Element).localName !== 'rule',
  );
  if (shared) throw new Error(`The variable ${shared.getAttribute('name')} is none of a rule.`);
}

/**
 * Reads a schematron in which abstract patterns and includes are already resolved ("preprocessed"):
 * ISO/IEC 19757-3 with XPath 2 expressions.
 */
export function readSchematron(text: string): Schematron {
  const schema = parseXmlDocument(text);
  requireSupportedSchema(schema);
  const matcher = new RuleMatcher(
    new Map(
      elementsByName(schema, 'ns').map((ns) => [
        ns.getAttribute('prefix') ?? '',
        ns.getAttribute('uri') ?? '',
      ]),
    ),
  );
  const violationsOf = (xml: string) => {
    const document = parseXmlDocument(xml);
    return elementsByName(schema, 'pattern').flatMap((pattern) =>
      matcher.brokenOf(pattern, document),
    );
  };
  return { count: elementsByName(schema, 'assert').length, brokenBy: violationsOf };
}

/** Finds the schematron for a syntax among the unpacked files in a folder. */
export async function findSchematron(folder: string, syntax: 'UBL' | 'CII'): Promise<Schematron> {
  const name = `EN16931-${syntax}-validation-preprocessed.sch`;
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(name));
  if (found === undefined) throw new Error(`${folder} has no ${name}.`);
  return readSchematron(await readFile(join(folder, found), 'utf8'));
}
