import { lazy, Suspense, useEffect, useState } from 'react'
import { TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import type { ChoiceKind } from './report-choice-field.tsx'

const ReportChoiceField = lazy(() => import('./report-choice-field.tsx'))

type Props = { name: ChoiceKind; value: string; label: string; hint: string; error: string | null }

/**
 * The course, website or organization of a report: found while typing; without scripts a number or part of its name.
 */
export default island('backoffice/report-choice', { when: 'visible' }, ReportChoice)

function ReportChoice(props: Props) {
  const { name, value, label, hint, error } = props
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const plain = (
    <TextField
      name={name}
      defaultValue={value}
      label={label}
      hint={hint}
      maxLength={100}
      {...(error !== null && { error })}
    />
  )
  return ready ? (
    <Suspense fallback={plain}>
      <ReportChoiceField {...props} fallback={plain} />
    </Suspense>
  ) : (
    plain
  )
}
