import { useState } from 'react';
import type { Language } from '../../../contract/languages.ts';
import { bootstrap } from '../../bootstrap.ts';
import { currentLanguage, setLanguage } from '../../texts/texts.ts';
import { type Scheme, storedScheme, storeScheme } from '../../theme/scheme.ts';
import { languageNames } from '../languageNames.ts';
import { text } from '../text.ts';

/** Language and color scheme before sign-in. */
export function Appearance() {
  const [scheme, setScheme] = useState<Scheme>(storedScheme());
  return (
    <div className="public-appearance">
      <label>
        <span className="public-hidden">{text('language')}</span>
        <select
          value={currentLanguage()}
          onChange={(event) => void setLanguage(event.target.value as Language)}
        >
          {bootstrap.site.languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="public-hidden">{text('theme')}</span>
        <select
          value={scheme}
          onChange={(event) => {
            const chosen = event.target.value as Scheme;
            storeScheme(chosen);
            setScheme(chosen);
          }}
        >
          <option value="auto">{text('system')}</option>
          <option value="light">{text('light')}</option>
          <option value="dark">{text('dark')}</option>
        </select>
      </label>
    </div>
  );
}
