import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import type { Form } from '../../../../../web/ui/form/useForm.ts';
import type { Provider } from './SocialProviders.tsx';
import { text } from './text.ts';

/** The edited settings of a provider. */
type Draft = {
  title: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  isEnabled: boolean;
};

/** The request body. An empty secret is omitted to leave it unchanged, and so is a fixed URL. */
export const bodyOf = ({ clientSecret, issuer, ...draft }: Draft, kind: Provider['kind']) => ({
  ...draft,
  ...(clientSecret === '' ? {} : { clientSecret }),
  ...(hasIssuer(kind) ? { issuer: issuer.trim() } : {}),
});

const hasIssuer = (kind: Provider['kind']): boolean => kind === 'oidc' || kind === 'microsoft';

interface FieldsProps {
  form: Form<Draft>;
  kind: Provider['kind'];
  hasSecret: boolean;
}

export function ProviderFields({ form, kind, hasSecret }: FieldsProps) {
  const code = { dir: 'ltr', autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextInput label={text('label')} maxLength={40} {...form.input('title')} />
      {hasIssuer(kind) && (
        <TextInput
          {...code}
          label={text('issuer')}
          description={text(kind === 'microsoft' ? 'tenantHint' : 'issuerHint')}
          {...form.input('issuer')}
        />
      )}
      <TextInput {...code} label={text('clientId')} {...form.input('clientId')} />
      <TextInput
        {...code}
        type="password"
        autoComplete="new-password"
        label={text('clientSecret')}
        description={text(hasSecret ? 'secretKept' : 'secretUnset')}
        {...form.input('clientSecret')}
      />
      <Switch label={text('enabled')} {...form.checkbox('isEnabled')} />
    </>
  );
}
