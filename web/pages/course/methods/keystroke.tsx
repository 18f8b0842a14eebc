import type { ReactNode } from 'react'
import { keystrokeTexts } from '#modules/learning/verification/methods/keystroke/keystroke.texts.ts'
import TypingForm from '#modules/learning/verification/methods/keystroke/typing-form.island.tsx'
import { keystrokeWords } from '#modules/learning/verification/methods/keystroke.texts.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { CheckProps, MethodPage, SetupProps } from './method-page.ts'
import { OtherWay } from './other-way.tsx'
import { submitTyping } from './submit-typing.ts'

export const keystrokePage: MethodPage = {
  setup: { Part: TypingSetup },
  read: null,
  Check: TypingCheck,
  submit: submitTyping,
  showsRefusals: true,
  waiver: {
    words: keystrokeWords,
    read({ typing }, { t }) {
      if (!typing) return null
      const { samples } = typing
      return { ...typing, on: samples === 0 ? t('notYet') : t('typingSamples', { samples: String(samples) }) }
    },
  },
}

/** The typing part of a setup: the text three times, or turning it off. */
function TypingSetup({ setup: { typing }, form }: SetupProps) {
  const t = useTexts(keystrokeTexts)
  if (!typing) return null
  const { sentence, samples, needed } = typing
  return (
    <section aria-labelledby="typing-title" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="typing-title" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p>{t('lead')}</p>
      </div>
      {samples === 0 && (
        <div className="hidden pointer-coarse:block">
          <OtherWay go="skipTyping" title={t('touchTitle')} hint={t('otherSetup')} label={t('other')} first />
        </div>
      )}
      <p className="font-semibold">{t('sample', { number: samples + 1, all: needed })}</p>
      <Text sentence={sentence}>
        <TypingForm go="sample" error={form.message} />
      </Text>
      <div className={samples === 0 ? 'pointer-coarse:hidden' : undefined}>
        <OtherWay go="skipTyping" title={t('otherTitle')} hint={t('otherSetup')} label={t('other')} />
      </div>
    </section>
  )
}

/** A typing check: the text once, or an alternative. */
function TypingCheck({ task: { sentence }, form }: CheckProps) {
  const t = useTexts(keystrokeTexts)
  return (
    <div className="grid gap-6">
      <p>{t('verifyLead')}</p>
      <Text sentence={sentence ?? ''}>
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
