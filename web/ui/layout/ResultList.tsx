import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { Box, Grid } from './Layout.tsx';

interface ResultListProps {
  children: ReactNode;
  maxHeight?: number | string;
  isFramed?: boolean;
}

/** The results for several objects. */
export function ResultList({ maxHeight = 460, isFramed = false, children }: ResultListProps) {
  return (
    <Box as="ul" maxHeight={maxHeight} scroll="y" isFramed={isFramed} isRounded={isFramed} hasLines>
      {children}
    </Box>
  );
}

interface ResultProps {
  isGood: boolean;
  /** The object, and its result or the reason there is none. */
  name: ReactNode;
  children: ReactNode;
}

export function Result({ isGood, name, children }: ResultProps) {
  return (
    <Grid as="li" columns="auto 1fr" gap="2px 10px" p="9px 14px">
      <Box as="span" tone={isGood ? 'success' : 'danger'} gridColumn="1">
        <Icon name={isGood ? 'circle-check' : 'circle-x'} size={17} />
      </Box>
      <Box wrap="anywhere">{name}</Box>
      <Box gridColumn="2" tone="soft" wrap="anywhere">
        {children}
      </Box>
    </Grid>
  );
}
