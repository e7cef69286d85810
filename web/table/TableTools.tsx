import { useEffect, useRef, useState } from 'react';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LazyPopover } from '../ui/menu/LazyMenu.tsx';
import type { DataTableProps } from './list.ts';

const text = textsOf<typeof common>('common');
const typingPauseMs = 220;

interface TableToolsProps<Row extends { id: string | number }> extends DataTableProps<Row> {
  shownKeys: readonly string[];
  onColumns(keys: string[]): void;
}

/** Search, filters, column selection, and download. */
export function TableTools<Row extends { id: string | number }>({
  state,
  onChange,
  filters = [],
  searchHint,
  columns,
  shownKeys,
  onColumns,
  csvHref,
  answer,
}: TableToolsProps<Row>) {
  return (
    <div className="table-tools">
      <SearchField
        value={state.filter}
        hint={searchHint ?? text('search')}
        onSearch={(filter) => onChange({ filter })}
      />
      {filters.map((filter) => (
        <select
          key={filter.key}
          className="table-filter"
          aria-label={filter.title}
          value={state.filters[filter.key] ?? ''}
          onChange={(event) => onChange({ filters: { [filter.key]: event.target.value } })}
        >
          <option value="">{`${filter.title}: ${text('all')}`}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      ))}
      <div className="table-tools-end">
        <LazyPopover
          button={<IconButton icon="columns" label={text('columns')} size="lg" isFramed />}
        >
          {() => (
            <div className="table-columns">
              {columns
                .filter((column) => !column.isName)
                .map((column) => (
                  <label key={column.key}>
                    <input
                      type="checkbox"
                      className="tick"
                      checked={shownKeys.includes(column.key)}
                      onChange={(event) =>
                        onColumns(
                          event.currentTarget.checked
                            ? [...shownKeys, column.key]
                            : shownKeys.filter((key) => key !== column.key),
                        )
                      }
                    />
                    {column.title}
                  </label>
                ))}
            </div>
          )}
        </LazyPopover>
        {csvHref && (
          <a
            className="icon-button"
            data-size="lg"
            data-framed
            href={csvHref}
            download
            aria-label={text('exportCsv')}
            data-hint={text('exportCsv')}
          >
            <Icon name="download" />
          </a>
        )}
        <IconButton
          icon="refresh"
          label={text('refresh')}
          size="lg"
          isFramed
          isBusy={answer.isFetching && !answer.isPending}
          onClick={() => void answer.refetch()}
        />
      </div>
    </div>
  );
}

/** Searches shortly after the last keystroke. */
function SearchField({
  value,
  hint,
  onSearch,
}: {
  value: string;
  hint: string;
  onSearch(value: string): void;
}) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onSearch(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <span className="table-search">
      <Icon name="search" size={15} />
      <input
        type="search"
        placeholder={hint}
        aria-label={hint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </span>
  );
}
