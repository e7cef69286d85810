import { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { RemedyLink } from './RemedyLink.tsx';
import { remedyOf } from './remedy.ts';

const text = textsOf<typeof common>('common');
const accessErrorCodes: readonly number[] = [
  code.notAllowed,
  code.rightMissing,
  code.lockedByParent,
];

/**
 * Links from an error to the screen where it can be resolved, or to Explain access for that call.
 * Empty for other errors.
 */
export function ErrorReason({ error }: { error: unknown }) {
  const remedy = remedyOf(error);
  if (remedy) return <RemedyLink way={remedy} />;
  if (!(error instanceof CallError) || !error.about || !accessErrorCodes.includes(error.code))
    return null;
  const { operation, params } = error.about;
  const object: Record<string, string> = params.serverId
    ? { objectType: 'ot.server', objectId: params.serverId }
    : {};
  return (
    <a
      className="link"
      href={`/permissionExplainer?${new URLSearchParams({ operation, ...object })}`}
    >
      {text('whyNot')}
    </a>
  );
}
