import type { ReactNode } from 'react';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import styles from './profile.module.css';

interface SettingRowProps {
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** A list row with a title, a hint, and its actions. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  return (
    <Row
      className={styles.profileRow}
      align="center"
      justify="space-between"
      gap="10px 20px"
      p="13px 18px"
      firstFlex="1 1 220px"
    >
      <div>
        <Box weight={600} wrap="anywhere">
          {title}
        </Box>
        {hint && (
          <Box mt={3} size="sm" lineHeight={1.5} tone="soft">
            {hint}
          </Box>
        )}
      </div>
      {children && (
        <Row isNowrap align="center" gap={10}>
          {children}
        </Row>
      )}
    </Row>
  );
}
