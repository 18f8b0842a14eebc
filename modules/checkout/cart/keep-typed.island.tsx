import { useEffect } from 'react'
import { island } from '#platform/ui/island.tsx'
import { changeInPlace } from './change-in-place.shared.ts'
import { payInPlace } from './pay-in-place.shared.ts'

/** Nothing to see: with scripts, neither a change of the cart nor a refused payment empties what was typed. */
export default island('checkout/keep-typed', { when: 'load' }, KeepTyped)

function KeepTyped() {
  useEffect(changeInPlace, [])
  useEffect(payInPlace, [])
  return null
}
