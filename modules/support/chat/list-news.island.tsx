import { useState } from 'react'
import { island } from '../../../platform/ui/island.tsx'
import { useLive } from '../../../platform/ui/live.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { TextLink } from '../../../platform/ui/parts.tsx'
import { chatTexts } from './chat.texts.ts'
import { useOwnChannels } from './use-own-channels.ts'

type Props = { href: string; current: number | null }

/** What changes a list of tickets; typing and reading do not. */
const news: ReadonlySet<string> = new Set(['new', 'message', 'status', 'assigned'])

/** Says above a list of tickets that there is more to see, as soon as there is. */
export default island('support/list-news', { when: 'idle' }, ListNews)

function ListNews({ href, current }: Props) {
  const t = useTexts(chatTexts)
  const channels = useOwnChannels()
  const [changed, setChanged] = useState(false)
  useLive(
    channels,
    () => {},
    ({ type, chat_thread_id }) => {
      if (news.has(type) && chat_thread_id !== current) setChanged(true)
    },
  )
  return (
    <p role="status" className={changed ? 'border-b bg-accent px-4 py-2 text-sm' : 'sr-only'}>
      {changed && <TextLink href={href}>{t('news')}</TextLink>}
    </p>
  )
}
