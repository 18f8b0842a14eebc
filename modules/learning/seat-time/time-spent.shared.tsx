import { texts } from '#platform/texts.ts'
import { showSeconds } from '#platform/ui/countdown.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

const messages = texts({
  spent: ['Time spent', 'Tiempo dedicado'],
  required: ['Time required', 'Tiempo requerido'],
  of: ['{spent} of {required}', '{spent} de {required}'],
  minutes: ['{spent} min', '{spent} min'],
  minutesOf: ['{spent} of {required} min', '{spent} de {required} min'],
})

/**
 * Time spent and time required, given in seconds, always visible while a course is open: in minutes, and to the second
 * when expanded.
 */
export function TimeSpent({ spent, required }: { spent: number; required: number }) {
  const t = useTexts(messages)
  const exact = { spent: showSeconds(Math.floor(spent)), required: showSeconds(required) }
  const minutes = { spent: Math.floor(spent / 60), required: Math.ceil(required / 60) }
  return (
    <details className="relative w-22 text-sm min-[360px]:w-26 sm:w-44">
      <summary className="grid min-h-11 content-center justify-items-end gap-1 rounded-md px-1 [&::-webkit-details-marker]:hidden">
        <span className="figures font-semibold whitespace-nowrap">
          <span className="sr-only">{t('spent')}: </span>
          {t(required > 0 ? 'minutesOf' : 'minutes', minutes)}
        </span>
        {required > 0 && (
          <progress className="bar !h-1" aria-label={t('spent')} value={Math.min(spent, required)} max={required} />
        )}
      </summary>
      <p className="figures absolute end-0 top-full z-30 rounded-md border bg-card px-3 py-2 whitespace-nowrap shadow-raised">
        <span className="block text-muted-foreground">
          {required > 0 ? `${t('spent')} / ${t('required')}` : t('spent')}
        </span>
        {required > 0 ? t('of', exact) : exact.spent}
      </p>
    </details>
  )
}
