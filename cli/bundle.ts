import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Table } from './commandTable.ts';

/** The modules in dependency order. */
const parts = [
  'commandTable',
  'suggest',
  'yaml',
  'call',
  'pages',
  'flags',
  'config',
  'output',
  'wait',
  'resolve',
  'login',
  'help',
  'completion',
  'run',
  'start',
] as const;
const importStatement = /^import\s[\s\S]*?from\s+'([^']+)';\n?/gm;

let program: Promise<string> | null = null;

/**
 * The program as one file that needs only Node: the modules in sequence, without types, with each
 * Node module imported once. The modules must not share names, or the program wouldn't start.
 */
async function bundleProgram(): Promise<string> {
  const imports = new Map<string, Set<string>>();
  const bodies: string[] = [];
  for (const part of parts) {
    const source = stripTypeScriptTypes(
      await readFile(join(import.meta.dirname, `${part}.ts`), 'utf8'),
    );
    const body = source.replace(importStatement, (statement, from: string) => {
      const names = /\{([\s\S]*)\}/.exec(statement)?.[1] ?? '';
      if (from.startsWith('node:'))
        imports.set(
          from,
          new Set([
            ...(imports.get(from) ?? []),
            ...names
              .split(',')
              .map((name) => name.trim().replace(/\s+/g, ' '))
              .filter(Boolean),
          ]),
        );
      return '';
    });
    bodies.push(
      body
        .replace(/^export (?=async |function |const |class |let )/gm, '')
        .replace(/[ \t]+$/gm, '')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    );
  }
  const importLines = [...imports].map(
    ([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`,
  );
  return `${importLines.join('\n')}\n\n${bodies.join('\n\n')}\n`;
}

/** The file that users download, generated for one portal. */
export async function bundle(table: Table): Promise<string> {
  program ??= bundleProgram();
  return `#!/usr/bin/env node\n${await program}\nawait start(${JSON.stringify(table)});\n`;
}
