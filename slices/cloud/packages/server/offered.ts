import type { SignedInContext } from '../../../../server/platform/context.ts';
import { offeredRows } from './store.ts';
import type { Manifest, PackageKind } from './tables.ts';
import { textIn } from './values.ts';

/** The packages of the create screen, in the user's language. */
export async function offeredPackages(ctx: SignedInContext, kind: PackageKind | undefined) {
  const rows = await offeredRows(ctx, { kind });
  return {
    items: rows.map(({ id, code, version, manifest }) => ({
      ...{
        id,
        code,
        version,
        kind: manifest.kind,
        imageCodes: manifest.images,
        minimum: manifest.minimum,
      },
      title: textIn(manifest.title, ctx.language),
      description: textIn(manifest.description, ctx.language),
      parameters: manifest.parameters.map((parameter) => presentParameter(parameter, ctx)),
    })),
  };
}

function presentParameter(
  parameter: Manifest['parameters'][number],
  { language }: SignedInContext,
) {
  const { name, type, required, generate, min, max, maxLength, options } = parameter;
  return {
    ...{
      name,
      type,
      generate: generate ?? false,
      min: min ?? null,
      max: max ?? null,
      maxLength: maxLength ?? null,
    },
    title: textIn(parameter.title, language),
    hint: parameter.hint ? textIn(parameter.hint, language) : '',
    isRequired: (required ?? false) || (type === 'password' && !generate),
    value: parameter.default ?? (type === 'boolean' ? false : ''),
    options: (options ?? []).map((option) => ({
      value: option.value,
      title: textIn(option.title, language),
    })),
  };
}
