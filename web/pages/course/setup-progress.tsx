import type { SetupPosition } from '#modules/learning/entry.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { registrationTexts } from './registration.texts.ts'

/** The position of a page among those before the first lesson. */
export function SetupProgress({ place }: { place: SetupPosition | null }) {
  const t = useTexts(registrationTexts)
  if (!place) return null
  const { number, total, done, minutes } = place
  const label = t('step', { number, total })
  return (
    <Progress
      label={label}
      note={t('minutes', { n: minutes })}
      value={number - 1 + done}
      max={total}
      className="mb-6"
    />
  )
}
