import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  {
    table: 'security.risk_assessment',
    whose: { column: 'user_id' },
    secret: ['token_hash', 'account', 'score', 'reasons', 'annotation', 'annotation_reason'],
    erase: { set: { network: '', account: null }, why: 'payments name the assessment that admitted them' },
  },
]
