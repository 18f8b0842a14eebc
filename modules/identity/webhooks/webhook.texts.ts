import { texts } from '#platform/texts.ts'

export const webhookTexts = texts({
  urlWrong: [
    'Enter an https address that anyone on the internet can reach.',
    'Escriba una dirección https a la que se pueda llegar desde cualquier lugar de internet.',
  ],
})
