import { useEffect } from 'react'
import { island } from '#platform/ui/island.tsx'
import { changeInPlace } from './change-in-place.shared.ts'
import { payInPlace } from './pay-in-place.shared.ts'

/** Renders nothing: with scripts, neither a cart change nor a refused payment clears the typed input. */
export default island('checkout/keep-form-input', { when: 'load' }, KeepFormInput)

function KeepFormInput() {
  useEffect(changeInPlace, [])
  useEffect(payInPlace, [])
  return null
}
