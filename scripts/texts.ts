// make texts [part of a path]: every text that people read, in English and Spanish, with its place.
import { findProductTexts } from '#platform/checks/product-texts.ts'
import { root } from './run.ts'

const productTexts = findProductTexts(root, process.argv[2] ?? '')
let path = ''
for (const text of productTexts) {
  if (text.path !== path) console.log(`\n${text.path}`)
  path = text.path
  console.log(
    `${String(text.line).padStart(5)}  ${text.key}\n         en  ${text.english}\n         es  ${text.spanish}`,
  )
}
console.log(`\n${productTexts.length} texts`)
