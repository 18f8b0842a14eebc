import type { ReactNode } from 'react'
import type { SetupShown } from '#modules/learning/index.ts'
import { keystrokeTexts } from '#modules/learning/verification/methods/keystroke/keystroke.texts.ts'
import TypingForm from '#modules/learning/verification/methods/keystroke/typing-form.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { OtherWay } from './other-way.tsx'

type SetupProps = Pick<ViewInput, 'form'> & { typing: NonNullable<SetupShown['typing']> }

/** The typing part of a setup: the text three times, or the way without it. */
export function TypingSetup({ typing, form }: SetupProps) {
  const t = useTexts(keystrokeTexts)
  const { sentence, samples, needed } = typing
  return (
    <section aria-labelledby="typing-title" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="typing-title" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p>{t('lead')}</p>
        <p className="font-semibold">{t('sample', { number: samples + 1, all: needed })}</p>
      </div>
      <Text sentence={sentence}>
        <TypingForm go="sample" error={form.message} />
      </Text>
      <OtherWay go="skipTyping" title={t('otherTitle')} hint={t('otherSetup')} label={t('other')} />
    </section>
  )
}

/** A typing check: the text once, or another check instead. */
export function TypingCheck({ sentence, form }: Pick<ViewInput, 'form'> & { sentence: string }) {
  const t = useTexts(keystrokeTexts)
  return (
    <div className="grid gap-6">
      <p>{t('verifyLead')}</p>
      <Text sentence={sentence}>
        <TypingForm go="typing" error={form.message} />
      </Text>
      <OtherWay go="noTyping" title={t('otherTitle')} label={t('otherOnce')} />
    </div>
  )
}

function Text({ sentence, children }: { sentence: string; children: ReactNode }) {
  const t = useTexts(keystrokeTexts)
  return (
    <>
      <figure className="grid gap-2">
        <figcaption className="font-semibold">{t('text')}</figcaption>
        <Card>
          <p className="whitespace-pre-line">{sentence}</p>
        </Card>
      </figure>
      {children}
    </>
  )
}
