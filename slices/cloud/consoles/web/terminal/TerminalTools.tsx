import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../../../web/data/toasts.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import { type OpenTerminal, scrollbackOf } from './useTerminal.ts';

const found = {
  matchBackground: '#6b5a1e',
  activeMatchBackground: '#c48a00',
  matchOverviewRuler: '#c48a00',
  activeMatchColorOverviewRuler: '#c48a00',
};

/** The tools of a terminal: copy, search, and download. */
export function TerminalTools({ open, name }: { open: OpenTerminal | null; name: string }) {
  const [isSearching, setSearching] = useState(false);
  if (!open) return null;
  const { terminal } = open;
  const copy = async () => {
    const selection = terminal.getSelection();
    if (selection === '') return toast('info', text('nothingSelected'));
    await navigator.clipboard.writeText(selection);
    toast('success', text('copied'));
  };
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([scrollbackOf(terminal)], { type: 'text/plain' }));
    link.download = `${name}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="copy" size={15} />}
        onClick={() => void copy()}
      >
        {text('copy')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="search" size={15} />}
        aria-expanded={isSearching}
        onClick={() => setSearching(!isSearching)}
      >
        {text('search')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="download" size={15} />}
        onClick={download}
      >
        {text('download')}
      </Button>
      <Button size="xs" variant="default" onClick={() => terminal.clear()}>
        {text('clearScreen')}
      </Button>
      {isSearching && <Search open={open} onClose={() => setSearching(false)} />}
    </>
  );
}

function Search({ open: { search, terminal }, onClose }: { open: OpenTerminal; onClose(): void }) {
  const [searchText, setSearchText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const runSearch = (
    direction: 'findNext' | 'findPrevious',
    query: string,
    isIncremental = false,
  ) => {
    const options = {
      decorations: found,
      ...(direction === 'findNext' ? { incremental: isIncremental } : {}),
    };
    setMissing(query !== '' && !search[direction](query, options));
    if (query === '') search.clearDecorations();
  };
  const close = () => {
    search.clearDecorations();
    onClose();
    terminal.focus();
  };
  return (
    <Row as="search" align="center" gap={8} flexBasis="100%">
      <Control
        as="input"
        size="xs"
        type="search"
        aria-label={text('search')}
        // The user has just requested it.
        autoFocus
        dir="auto"
        value={searchText}
        aria-invalid={isMissing}
        onChange={(event) => {
          setSearchText(event.currentTarget.value);
          runSearch('findNext', event.currentTarget.value, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter')
            runSearch(event.shiftKey ? 'findPrevious' : 'findNext', searchText);
          if (event.key === 'Escape') close();
        }}
      />
      <Button
        size="xs"
        variant="default"
        disabled={searchText === ''}
        onClick={() => runSearch('findPrevious', searchText)}
      >
        {text('searchPrevious')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={searchText === ''}
        onClick={() => runSearch('findNext', searchText)}
      >
        {text('searchNext')}
      </Button>
      <Button size="xs" variant="subtle" onClick={close}>
        {text('close')}
      </Button>
      <span role="status" className="soft">
        {isMissing && text('notFound')}
      </span>
    </Row>
  );
}
