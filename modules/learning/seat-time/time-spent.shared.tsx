import { texts } from '#platform/texts.ts'
import { showSeconds } from '#platform/ui/countdown.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

const words = texts({
  spent: ['Time spent', 'Tiempo dedicado'],
  required: ['Time required', 'Tiempo requerido'],
  of: ['{spent} of {required}', '{spent} de {required}'],
})

/** Time spent and time required, in seconds, always in view while a course is open. */
export function TimeSpent({ spent, required }: { spent: number; required: number }) {
  const t = useTexts(words)
  const times = { spent: showSeconds(Math.floor(spent)), required: showSeconds(required) }
  return (
    <div className="grid w-32 justify-items-end gap-1 text-sm sm:w-44">
      <span className="figures font-semibold whitespace-nowrap" title={`${t('spent')} / ${t('required')}`}>
        <span className="sr-only">{t('spent')}: </span>
        {required > 0 ? t('of', times) : times.spent}
      </span>
      {required > 0 && (
        <progress className="bar !h-1" aria-label={t('spent')} value={Math.min(spent, required)} max={required} />
      )}
    </div>
  )
}
