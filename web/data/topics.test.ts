import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { registerCalls } from '../calls.ts';
import { isAffected, topicsOf } from './topics.ts';

const root = join(import.meta.dirname, '../..');
const sourcesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
const server = sourcesOf('{server,slices/*/*/server}/**/*.ts').join('\n');
const web = sourcesOf('{web,slices/*/*/web}/**/*.{ts,tsx}').join('\n');

const operations = Object.entries(contract as Record<string, Endpoint>);
const topicName = (topic: string): string => topic.split(':')[0] ?? '';
const nouns = (topics: (endpoint: Endpoint) => readonly string[] | undefined): Set<string> =>
  new Set(operations.flatMap(([, endpoint]) => (topics(endpoint) ?? []).map(topicName)));
const read = nouns(({ topics }) => topics);
const invalidated = nouns(({ touches }) => touches);
const publishedTopics = new Set(
  [...server.matchAll(/\btopic: '(\w+)'/g)].map(([, topic]) => topic as string),
);

describe('the topics of operations', () => {
  it('are announced by the server or invalidated by an operation, wherever a screen waits for them', () => {
    expect(read.size).toBeGreaterThan(20);
    expect(
      [...read].filter((noun) => !publishedTopics.has(noun) && !invalidated.has(noun)),
    ).toEqual([]);
  });

  it('are read by an operation, wherever another one invalidates them', () => {
    expect([...invalidated].filter((noun) => !read.has(noun))).toEqual([]);
  });

  it('are declared for every change that a screen makes', () => {
    const undeclared = operations
      .filter(([, { changes, touches, speaks }]) => changes && !touches && !speaks)
      .map(([name]) => name);
    expect(undeclared.filter((name) => new RegExp(`'${name}'`).test(web))).toEqual([]);
  });

  it('are declared by operations, not by screens', () => {
    expect([...web.matchAll(/\btopics: \[.*/g)].map(([found]) => found)).toEqual([]);
  });

  it('describe what a read depends on or what a change invalidates, with parameters of its path', () => {
    const mismatched = operations.filter(
      ([, { changes, path, topics = [], touches = [] }]) =>
        (changes ? topics : touches).length > 0 ||
        [...topics, ...touches].some((topic) =>
          [...topic.matchAll(/\{\w+\}/g)].some(([parameter]) => !path.includes(parameter)),
        ),
    );
    expect(mismatched.map(([name]) => name)).toEqual([]);
  });
});

describe('a topic', () => {
  it('is filled with the parameters of the call', () => {
    registerCalls({ getServer: 'GET /servers/{serverId} server:{serverId} task' });
    expect(topicsOf('getServer', { params: { serverId: '17' } })).toEqual(['server:17', 'task']);
  });

  it('matches reads of any object of its noun, or of the same object', () => {
    const one = new Map([['server', new Set(['17'])]]);
    expect(isAffected(['server'], one)).toBe(true);
    expect(isAffected(['server:17'], one)).toBe(true);
    expect(isAffected(['server:18', 'task'], one)).toBe(false);
    expect(isAffected(['server:18'], new Map([['server', null]]))).toBe(true);
  });
});
