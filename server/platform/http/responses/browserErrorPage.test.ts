import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { isOpenedFile } from './browserErrorPage.ts';

const file: Endpoint = {
  title: { en: 'A call', he: 'קריאה', ar: 'A call' },
  method: 'GET',
  path: '/x/download',
  also: '/x/download',
  kind: 'file',
  summary: '',
  access: 'signedIn',
  changes: false,
};
const withHeaders = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

it.each<[string, Record<string, string>, boolean]>([
  ['an address typed into a browser', { 'sec-fetch-dest': 'document', accept: html }, true],
  ['a browser that does not say what for', { accept: html }, true],
  ['a call of a page', { 'sec-fetch-dest': 'empty', accept: html }, false],
  ['a program', { accept: '*/*' }, false],
  ['a program that says nothing', {}, false],
  ['a program with a key', { accept: html, authclientid: 'key-a', authsecret: 'b' }, false],
])('%s is opened by a user: %j → %s', (_case, headers, isOpenedByUser) => {
  expect(isOpenedFile(file, withHeaders(headers))).toBe(isOpenedByUser);
});

it('isn’t used for calls of published clients and JSON responses', () => {
  const request = withHeaders({ 'sec-fetch-dest': 'document' });
  expect(isOpenedFile({ ...file, speaks: 'console' }, request)).toBe(false);
  expect(isOpenedFile({ ...file, kind: 'json' }, request)).toBe(false);
});
