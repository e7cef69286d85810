import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { routes as boundRoutes } from '../portal.ts';
import { openApiDocument } from './openapi.ts';
import { permissionMatrix } from './permissionMatrix.ts';
import { statusCodesPage } from './statusCodes.ts';

const read = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('files generated from the contract', () => {
  it('the OpenAPI document contains every operation once, and all references resolve', () => {
    const serialized = JSON.stringify(openApiDocument(contract));
    const document = JSON.parse(serialized) as {
      paths: Record<string, Record<string, { operationId?: string; responses?: object }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(contract).sort(),
    );
    expect(operations.filter(({ responses = {} }) => !('200' in responses))).toEqual([]);
    for (const [, reference = ''] of serialized.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('docs/permissions.md is the output of `./cloudberth policy`', async () => {
    expect(await read('permissions.md')).toBe(permissionMatrix(contract));
  });

  it('docs/status-codes.md is the output of `./cloudberth openapi`', async () => {
    expect(await read('status-codes.md')).toBe(statusCodesPage());
  });

  it('every operation has a handler, and every handler has an operation', () => {
    expect(boundRoutes.map((route) => route.operation).sort()).toEqual(
      Object.keys(contract).sort(),
    );
  });

  it('no two operations share a method and path', () => {
    const calls = Object.values(contract).map(
      (endpoint) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(calls).size).toBe(calls.length);
  });
});
