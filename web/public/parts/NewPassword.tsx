import { useState } from 'react';
import { text } from '../text.ts';
import type { SignUpPolicy } from '../useSignUpPolicy.ts';
import { PasswordField } from './fields.tsx';
import { Icon } from './icons.tsx';
import { rulesFor, stepOf, strengthOf, strengthSteps } from './passwordRules.ts';
import type { FormState } from './useForm.ts';

interface NewPasswordProps {
  form: FormState;
  policy: SignUpPolicy | null;
  label: string;
  /** The email address of the account, which must not be used as its password. */
  email: string;
  isFocused?: boolean;
}

/** A new password and its repetition, with the rules checked during input. */
export function NewPassword({ form, policy, label, email, isFocused }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const isDifferent = repeat !== '' && !password.startsWith(repeat);
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={label}
        autoComplete="new-password"
        autoFocus={isFocused}
        aria-describedby="password-rules password-problem"
        {...(policy ? { passwordrules: managerRules(policy) } : {})}
        onInput={(event) => setPassword(event.currentTarget.value)}
        below={policy && <Rules policy={policy} password={password} email={email} />}
      />
      <PasswordField
        form={form}
        name="passwordRepeat"
        label={text('passwordRepeat')}
        autoComplete="new-password"
        onInput={(event) => setRepeat(event.currentTarget.value)}
        below={
          isDifferent && !form.problems.passwordRepeat ? (
            <p className="public-aside">{text('repeatDiffers')}</p>
          ) : null
        }
      />
    </>
  );
}

function Rules({
  policy,
  password,
  email,
}: {
  policy: SignUpPolicy;
  password: string;
  email: string;
}) {
  const strength = password === '' ? null : strengthOf(password);
  return (
    <div id="password-rules" className="public-rules">
      <ul>
        {rulesFor(policy, password, email).map(({ name, isMet }) => (
          <li key={name} data-met={isMet || undefined}>
            <span className="public-tick">{isMet && <Icon name="check" size={14} />}</span>
            {name === 'ruleLength'
              ? text(name, { min: policy.passwordMin, max: policy.passwordMax })
              : text(name)}
            <span className="public-hidden"> ({text(isMet ? 'ruleMet' : 'ruleOpen')})</span>
          </li>
        ))}
      </ul>
      <div className="public-strength" data-step={strength ? stepOf(strength) : 0}>
        <span aria-hidden="true">
          {Array.from({ length: strengthSteps }, (_, step) => (
            <i key={step} />
          ))}
        </span>
        <output>
          {strength ? text('strength', { word: text(strength) }) : text('strengthNone')}
        </output>
      </div>
    </div>
  );
}

/** Rules for password generators (developer.apple.com/password-rules). */
const managerRules = ({ passwordPolicy, passwordMin, passwordMax }: SignUpPolicy): string =>
  `minlength: ${passwordMin}; maxlength: ${passwordMax}; required: lower; required: upper; required: digit; allowed: ${passwordPolicy === 'classic' ? '[_]' : 'ascii-printable'};`;
