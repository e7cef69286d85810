import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { routes as boundRoutes } from '../portal.ts';
import { openApiDocument } from './openapi.ts';
import { permissionMatrix } from './permissionMatrix.ts';
import { statusCodesPage } from './statusCodes.ts';

const read = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('files generated from the contract', () => {
  it('docs/openapi.json is the output of `./cloudberth openapi`', async () => {
    expect(JSON.parse(await read('openapi.json'))).toEqual(
      JSON.parse(JSON.stringify(openApiDocument(contract))),
    );
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
