import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../../../web/bootstrap.ts';

interface YamlEditorProps {
  value: string;
  label: string;
  onChange(value: string): void;
}

const example = '#cloud-config\npackages: [nginx]\nruncmd:\n  - systemctl enable --now nginx';

/**
 * Background and text colors of the page, so that the editor matches the site's colors in light and
 * dark mode.
 */
const theme = EditorView.theme({
  '&': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '13px',
    border: '1px solid var(--line)',
  },
  '&.cm-focused': { outline: '2px solid var(--brand-text)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    minHeight: '150px',
    maxHeight: '420px',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-2)',
    color: 'var(--ink-soft)',
    borderColor: 'var(--line)',
  },
  '.cm-cursor': { borderColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--ink-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'var(--brand-soft)',
    },
});

/** Syntax colors with enough contrast in light and dark mode (`create.css`). */
const inks = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--code-text)' },
  {
    tag: [tags.keyword, tags.atom, tags.bool, tags.number, tags.labelName, tags.typeName],
    color: 'var(--code-word)',
  },
  {
    tag: [tags.comment, tags.lineComment, tags.meta, tags.separator, tags.punctuation],
    color: 'var(--ink-soft)',
  },
]);

/** An editor for YAML and scripts. The Tab key leaves it, as in any other field. */
export default function YamlEditor({ value, label, onChange }: YamlEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  const first = useRef(value);
  useEffect(() => {
    if (!container.current) return;
    const view = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          ...[
            lineNumbers(),
            history(),
            drawSelection(),
            indentOnInput(),
            bracketMatching(),
            indentUnit.of('  '),
            yaml(),
            theme,
          ],
          syntaxHighlighting(inks),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          placeholder(example),
          EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', spellcheck: 'false' }),
          EditorView.updateListener.of(
            (update) => update.docChanged && onChangeRef.current(update.state.doc.toString()),
          ),
        ],
      }),
    });
    return () => view.destroy();
  }, [label]);
  return <div ref={container} dir="ltr" />;
}
