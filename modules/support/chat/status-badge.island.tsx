import { useEffect, useState } from 'react'
import { label } from '../../../platform/lookups.ts'
import { Badge } from '../../../platform/ui/badge.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useLocale } from '../../../platform/ui/locale.tsx'
import { lk_issue_status } from '../lookups.shared.ts'
import { statusTone } from '../tickets/status-tone.shared.ts'
import { onStatus } from './shown-status.ts'

type Props = { chat_thread_id: number; first: number }

/** The status of the ticket above its thread. It follows the thread, which learns of changes first. */
export default island('support/status-badge', { when: 'load' }, StatusBadge)

function StatusBadge({ chat_thread_id, first }: Props) {
  const locale = useLocale()
  const [status, setStatus] = useState(first)
  useEffect(() => onStatus(chat_thread_id, setStatus), [chat_thread_id])
  return <Badge tone={statusTone(status)}>{label(lk_issue_status, status, locale)}</Badge>
}
