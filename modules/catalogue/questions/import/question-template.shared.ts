import type { ProductLocale } from '#platform/texts.ts'

/** A CSV template of questions: headings and a question of each type, in the author's language. */
export const questionTemplates: Readonly<Record<ProductLocale, string>> = {
  'en-us': [
    'Type,Question,Option 1,Option 2,Option 3,Correct,Reference,Hint',
    'Single Choice,Where do you stop?,At the line,Behind it,Anywhere,1,Driver handbook,',
    'Multiple Choice,Which signs are red?,Stop,Yield,School,1;2,,Look at the shapes.',
    'True or False,You may pass on the right.,,,,False,,',
    'Matching,Match each sign.,Stop = Octagon,Yield = Triangle,,,,',
    'Short Answer,How far ahead do you look?,,,,12 seconds,,',
  ].join('\r\n'),
  'es-es': [
    'Tipo,Pregunta,Opción 1,Opción 2,Opción 3,Correcta,Fuente,Pista',
    'Opción única,¿Dónde se detiene?,En la línea,Detrás de ella,En cualquier lugar,1,Manual del conductor,',
    'Opción múltiple,¿Qué señales son rojas?,Alto,Ceda el paso,Escuela,1;2,,Fíjese en las formas.',
    'Verdadero o falso,Se puede rebasar por la derecha.,,,,Falso,,',
    'Relacionar,Relacione cada señal.,Alto = Octágono,Ceda el paso = Triángulo,,,,',
    'Respuesta corta,¿A qué distancia mira hacia adelante?,,,,12 segundos,,',
  ].join('\r\n'),
}
