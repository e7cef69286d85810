import { createHash } from 'node:crypto';
import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { schemaProblems } from '../../../../server/platform/schemaTexts/schemaTexts.ts';
import { manifest as manifestSchema } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { ArchiveProblem, archiveLimits, readArchive } from './archive.ts';
import { isSafePattern } from './pattern.ts';
import type { Manifest, Scripts } from './tables.ts';

/** A validated package in stored form. */
export interface ValidatedPackage {
  manifest: Manifest;
  /** The scripts by purpose. Their original file names aren't stored. */
  scripts: Scripts;
  digest: string;
}

/** URL schemes that links can use. */
const linkScheme = /^(https?|rdp|ssh|postgresql|wireguard):\/\//;

/** Throws `packageArchiveRefused` or `packageInvalid`, which lists every invalid field. */
export async function checkArchive(base64: string): Promise<ValidatedPackage> {
  const archive = Buffer.from(base64, 'base64');
  try {
    const files = await readArchive(archive);
    const text = files.get('manifest.json')?.toString('utf8');
    if (text === undefined)
      throw new ArchiveProblem(localize('check.checkArchive.fileManifestJsonMissing'));
    const scripts = Object.fromEntries(
      [...files]
        .filter(([path]) => path !== 'manifest.json')
        .map(([path, content]) => [path, textOf(path, content)]),
    );
    return checkPackage(parsed(text), scripts);
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    throw new UserError([
      { name: 'packageArchiveRefused', values: { problem: error.texts }, key: 'archive' },
    ]);
  }
}

function textOf(path: string, content: Buffer): string {
  const text = content.toString('utf8');
  if (text.includes('\u0000') || !Buffer.from(text, 'utf8').equals(content))
    throw new ArchiveProblem(localize('check.textOf.isntUtf8Text', { path }));
  return text;
}

function parsed(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UserError([
      invalid(localize('check.parsed.manifestJsonIsntValid', { why: message }), 'manifest'),
    ]);
  }
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  const reasons = schemaProblems(manifestSchema, value).map(({ issue, problem }) => {
    const field = issue.path.join('.');
    return invalid(
      eachLanguage((language) => `${field || 'manifest.json'}: ${problem[language]}.`),
      field ? `manifest.${field}` : 'manifest',
    );
  });
  throw new UserError(reasons);
}

const invalid = (problem: LocalizedText, key: string): Reason => ({
  name: 'packageInvalid',
  values: { problem },
  key,
});

/** Throws `packageInvalid`, which lists every invalid field. */
export function checkPackage(manifest: Manifest, files: Scripts): ValidatedPackage {
  const problems = [
    ...scriptProblems(manifest, files),
    ...parameterProblems(manifest),
    ...linkProblems(manifest),
  ];
  if (problems.length > 0)
    throw new UserError(problems.map(({ problem, key }) => invalid(problem, key)));
  const scripts = Object.fromEntries(
    Object.entries(manifest.scripts).map(([purpose, file]) => [
      purpose,
      (files[file] ?? '').replaceAll('\r\n', '\n'),
    ]),
  );
  return { manifest, scripts, digest: digestOf(manifest, scripts) };
}

const digestOf = (manifest: Manifest, scripts: Scripts) =>
  createHash('sha256')
    .update(JSON.stringify([manifest, scripts]))
    .digest('hex');

interface Problem {
  problem: LocalizedText;
  key: string;
}

function scriptProblems({ scripts }: Manifest, files: Scripts): Problem[] {
  const missing = Object.entries(scripts).flatMap(([purpose, file]): Problem[] => {
    const key = `manifest.scripts.${purpose}`;
    const text = files[file];
    if (text === undefined || text.trim() === '')
      return [
        {
          problem: localize('check.problem.scriptMissingEmpty', { file }),
          key,
        },
      ];
    return Buffer.byteLength(text) > archiveLimits.file || text.includes('\u0000')
      ? [
          {
            problem: localize('check.problem.scriptTooLargeIsnt', { file }),
            key,
          },
        ]
      : [];
  });
  const usedFiles = new Set(Object.values(scripts));
  const unused = Object.keys(files)
    .filter((file) => !usedFiles.has(file) && !/^(README|LICENSE|LICENCE)(\.\w+)?$/i.test(file))
    .map((file) => ({
      problem: localize('check.problem.manifestDoesntMentionFile', { file }),
      key: 'scripts',
    }));
  return [...missing, ...unused];
}

function parameterProblems({ parameters }: Manifest): Problem[] {
  return parameters.flatMap((parameter, index): Problem[] => {
    const key = (field: string) => `manifest.parameters.${index}.${field}`;
    const found: Problem[] = [];
    const {
      name,
      type,
      pattern,
      options,
      generate,
      minLength = 0,
      maxLength,
      min,
      max,
    } = parameter;
    if (parameters.findIndex((one) => one.name === name) !== index)
      found.push({
        problem: localize('check.problem.twoParametersNamed', { name }),
        key: key('name'),
      });
    if (pattern !== undefined && !isSafePattern(pattern))
      found.push({ problem: unsafePattern, key: key('pattern') });
    if ((type === 'choice') !== (options !== undefined))
      found.push({
        problem: localize('check.problem.onlyParametersTypeChoice'),
        key: key('options'),
      });
    if (generate && type !== 'password')
      found.push({
        problem: localize('check.problem.onlyPasswordsCanGenerated'),
        key: key('generate'),
      });
    if (
      (maxLength !== undefined && minLength > maxLength) ||
      (min !== undefined && max !== undefined && min > max)
    )
      found.push({
        problem: localize('check.problem.minimumLargerThanMaximum'),
        key: key('maxLength'),
      });
    if (type === 'password' && parameter.default !== undefined)
      found.push({
        problem: localize('check.problem.passwordCantDefaultBecause'),
        key: key('default'),
      });
    return found;
  });
}

const unsafePattern: LocalizedText = localize('unsafePattern');

function linkProblems({ links, ports, parameters }: Manifest): Problem[] {
  return links.flatMap(({ url }, index): Problem[] => {
    const unknown = [...url.matchAll(/\{([^}]*)\}/g)]
      .map((match) => match[1] ?? '')
      .find((part) => !isKnown(part, ports, parameters));
    const key = `manifest.links.${index}.url`;
    if (unknown !== undefined)
      return [
        {
          problem: localize('check.problem.neitherPortNorNon', { unknown }),
          key,
        },
      ];
    return linkScheme.test(url)
      ? []
      : [
          {
            problem: localize('check.problem.linkMustStartHttp'),
            key,
          },
        ];
  });
}

function isKnown(
  part: string,
  ports: Manifest['ports'],
  parameters: Manifest['parameters'],
): boolean {
  const [kind, name] = part.split(':');
  if (kind === 'address') return ports.some(({ port }) => `${port}` === name);
  return (
    kind === 'parameter' &&
    parameters.some((parameter) => parameter.name === name && parameter.type !== 'password')
  );
}
