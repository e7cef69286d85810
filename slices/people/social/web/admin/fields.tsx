import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import type { Saving } from '../../../../../web/ui/form/useSave.ts';
import type { Provider } from './SocialProviders.tsx';
import { text } from './text.ts';

/** The edited settings of a provider. */
export interface Draft {
  title: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  isEnabled: boolean;
}

export const draftFields = ['title', 'issuer', 'clientId', 'clientSecret', 'isEnabled', 'social'];

/** The request body. An empty secret is omitted to leave it unchanged, and so is a fixed URL. */
export const bodyOf = ({ clientSecret, issuer, ...draft }: Draft, kind: Provider['kind']) => ({
  ...draft,
  ...(clientSecret === '' ? {} : { clientSecret }),
  ...(hasIssuer(kind) ? { issuer: issuer.trim() } : {}),
});

const hasIssuer = (kind: Provider['kind']): boolean => kind === 'oidc' || kind === 'microsoft';

interface FieldsProps {
  draft: Draft;
  kind: Provider['kind'];
  hasSecret: boolean;
  saving: Saving;
  onChange(change: Partial<Draft>): void;
}

export function ProviderFields({ draft, kind, hasSecret, saving, onChange }: FieldsProps) {
  const code = { dir: 'ltr', autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextInput
        label={text('label')}
        value={draft.title}
        error={saving.problemAt('title')}
        maxLength={40}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {hasIssuer(kind) && (
        <TextInput
          {...code}
          label={text('issuer')}
          description={text(kind === 'microsoft' ? 'tenantHint' : 'issuerHint')}
          value={draft.issuer}
          error={saving.problemAt('issuer')}
          onChange={(event) => onChange({ issuer: event.currentTarget.value })}
        />
      )}
      <TextInput
        {...code}
        label={text('clientId')}
        value={draft.clientId}
        error={saving.problemAt('clientId')}
        onChange={(event) => onChange({ clientId: event.currentTarget.value })}
      />
      <TextInput
        {...code}
        type="password"
        autoComplete="new-password"
        label={text('clientSecret')}
        description={text(hasSecret ? 'secretKept' : 'secretUnset')}
        value={draft.clientSecret}
        error={saving.problemAt('clientSecret')}
        onChange={(event) => onChange({ clientSecret: event.currentTarget.value })}
      />
      <Switch
        label={text('enabled')}
        checked={draft.isEnabled}
        onChange={(event) => onChange({ isEnabled: event.currentTarget.checked })}
      />
      {saving.general && (
        <p className="form-problem" role="alert">
          {saving.general}
        </p>
      )}
    </>
  );
}
