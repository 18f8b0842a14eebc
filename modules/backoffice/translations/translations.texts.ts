import { texts } from '#platform/texts.ts'

export const translationTexts = texts({
  saved: ['Translations saved.', 'Traducciones guardadas.'],
  reverted: ['The change was reverted.', 'El cambio se revirtió.'],
  languageAdded: ['{name} was added.', 'Se agregó {name}.'],
  languageDeleted: [
    'The language was deleted. Add it again to get its translations back.',
    'El idioma se eliminó. Agréguelo de nuevo para recuperar sus traducciones.',
  ],
  switchedOn: ['Visitors can now choose {name}.', 'Los visitantes ya pueden elegir {name}.'],
  switchedOff: ['Visitors can no longer choose {name}.', 'Los visitantes ya no pueden elegir {name}.'],
  languageWrong: ['Enter a language and a country, such as fr-ca.', 'Escriba un idioma y un país, por ejemplo fr-ca.'],
  keyUnknown: ['The product has no text with this key.', 'El producto no tiene ningún texto con esta clave.'],
  languageUnknown: ['Add this language first.', 'Primero agregue este idioma.'],
})
