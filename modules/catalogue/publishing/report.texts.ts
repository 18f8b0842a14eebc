import { texts } from '#platform/texts.ts'

export const reportTexts = texts({
  quizTime: [
    "{name}: New York doesn't count quiz time. Set the required time for this quiz to 0.",
    '{name}: Nueva York no cuenta el tiempo de los cuestionarios. Ponga en 0 el tiempo requerido de este.',
  ],
  nameMissing: ['The course has no name.', 'El curso no tiene nombre.'],
  descriptionMissing: ['The course has no description.', 'El curso no tiene descripción.'],
  imageMissing: ['The course has no image.', 'El curso no tiene imagen.'],
  imageGone: [
    'The course image is not in the media library.',
    'La imagen del curso no está en la biblioteca multimedia.',
  ],
  imageAltMissing: ['The course image has no alternative text.', 'La imagen del curso no tiene texto alternativo.'],
  statesMissing: [
    "The course has no state, so visitors who filter by state won't find it.",
    'El curso no tiene ningún estado de EE. UU., así que no lo encontrarán quienes filtren por estado.',
  ],
  empty: ['The outline has no components. Add at least one.', 'El esquema no tiene componentes. Agregue al menos uno.'],
  sectionEmpty: ['Section “{name}” is empty.', 'La sección “{name}” está vacía.'],
  chapterEmpty: ['Chapter “{name}” is empty.', 'El capítulo “{name}” está vacío.'],
  componentUnnamed: ['A component has no name.', 'Un componente no tiene nombre.'],
  contentEmpty: ['“{name}” has no content.', '“{name}” no tiene contenido.'],
  sourceUnknown: [
    'A file in “{name}” is not in the media library: {source}',
    'Un archivo de “{name}” no está en la biblioteca multimedia: {source}',
  ],
  durationUnknown: [
    "Students must watch all videos, and we don't know how long the video in “{name}” is: {source}",
    'Los estudiantes deben ver todos los videos y no sabemos cuánto dura el de “{name}”: {source}',
  ],
  hostedWatched: [
    "Students must watch all videos, and we can't tell whether they watched the {host} video in “{name}”. Upload the video instead.",
    'Los estudiantes deben ver todos los videos y no podemos saber si vieron el de {host} en “{name}”. Suba el video en lugar de enlazarlo.',
  ],
  narrationMissing: [
    'Students can buy narration, but no lesson has a recording.',
    'Los estudiantes pueden comprar la narración, pero ninguna lección tiene una grabación.',
  ],
  narrationGaps: [
    'Students can buy narration, but only {narrated} of {lessons} lessons have a recording. Record at least 95% of them.',
    'Los estudiantes pueden comprar la narración, pero solo {narrated} de {lessons} lecciones tienen una grabación. Grabe al menos el 95%.',
  ],
  captionsMissing: ['A video in “{name}” has no captions.', 'Un video de “{name}” no tiene subtítulos.'],
  transcriptMissing: [
    "An audio file in “{name}” has no transcript for students who can't hear it.",
    'Un audio de “{name}” no tiene transcripción para quienes no pueden oírlo.',
  ],
  altMissing: ['An image in “{name}” has no alternative text.', 'Una imagen de “{name}” no tiene texto alternativo.'],
  breakEmpty: ['Break “{name}” has no length.', 'El descanso “{name}” no tiene duración.'],
  quizEmpty: [
    'Quiz “{name}” has no questions. Add questions or pools.',
    'El cuestionario “{name}” no tiene preguntas. Agregue preguntas o grupos.',
  ],
  unexplained: [
    '{n, plural, one {{n} question has no explanation} other {{n} questions have no explanation}}, and the others do. The first one: “{title}”',
    '{n, plural, one {{n} pregunta no tiene explicación} other {{n} preguntas no tienen explicación}}, y las demás sí. La primera: “{title}”',
  ],
  gradedByStaff: [
    'Students can pass “{name}” only after staff have read their written answers.',
    'Los estudiantes solo pueden aprobar “{name}” después de que el personal lea sus respuestas escritas.',
  ],
  poolUnknown: [
    "A pool in “{name}” uses a question bank that doesn't exist.",
    'Un grupo de “{name}” usa un banco de preguntas que no existe.',
  ],
  poolTooLarge: [
    'A pool in “{name}” draws {count, plural, one {{count} question} other {{count} questions}}, but bank “{bank}” has only {available} of that type.',
    'Un grupo de “{name}” toma {count, plural, one {{count} pregunta} other {{count} preguntas}}, pero el banco “{bank}” solo tiene {available} de ese tipo.',
  ],
  poolBeyondMax: [
    'A pool in “{name}” draws {count, plural, one {{count} question} other {{count} questions}}. The maximum is {max}.',
    'Un grupo de “{name}” toma {count, plural, one {{count} pregunta} other {{count} preguntas}}. El máximo es {max}.',
  ],
  inlineUnknown: [
    "An inline quiz in “{name}” asks a question that doesn't exist.",
    'Un cuestionario dentro de “{name}” hace una pregunta que no existe.',
  ],
  pictureUnknown: [
    'The picture of question “{title}” is not in the media library: {source}',
    'La imagen de la pregunta “{title}” no está en la biblioteca multimedia: {source}',
  ],
  questionWrong: ['Question “{title}”: {problem}', 'Pregunta “{title}”: {problem}'],
  securityTooFew: [
    'Security asks {wanted, plural, one {{wanted} question} other {{wanted} questions}} at a time, but {available, plural, one {there is only {available}} other {there are only {available}}}.',
    'Las verificaciones hacen {wanted, plural, one {{wanted} pregunta de seguridad} other {{wanted} preguntas de seguridad}} a la vez, pero solo hay {available}.',
  ],
  contentTooFew: [
    'Security asks {wanted, plural, one {{wanted} content question} other {{wanted} content questions}} at a time, but {available, plural, one {there is only {available}} other {there are only {available}}}.',
    'Las verificaciones hacen {wanted, plural, one {{wanted} pregunta de contenido} other {{wanted} preguntas de contenido}} a la vez, pero solo hay {available}.',
  ],
  externalUnknown: [
    'The external exam has an unknown type: “{kind}”.',
    'El examen externo tiene el tipo desconocido “{kind}”.',
  ],
  typingAlone: [
    'Typing checks need backup questions for when the result is unclear. Turn on security questions or content questions too.',
    'Las verificaciones por tecleo necesitan preguntas para los casos de duda. Active también las preguntas de seguridad o de contenido.',
  ],
  methodsAlone: [
    "Without security questions or content questions, nothing is checked when the phone or the device can't be used.",
    'Sin preguntas de seguridad o de contenido, no se verifica nada cuando no se puede usar el teléfono o el dispositivo.',
  ],
  phoneNever: [
    'The phone check has no days. Turn on at least one day, with its hours.',
    'La verificación por teléfono no tiene días. Active al menos un día, con su horario.',
  ],
  keystrokeUntypable: [
    'The text for typing checks has nothing to type on a keyboard. Use letters.',
    'El texto de las verificaciones por tecleo no tiene nada que se pueda teclear. Use letras.',
  ],
  keystrokeNever: [
    'Typing checks allow no difference, so no one could pass them. The usual values are -20 and 20.',
    'Las verificaciones por tecleo no permiten ninguna diferencia, así que nadie podría superarlas. Los valores habituales son -20 y 20.',
  ],
  checkNever: [
    "Identity checks wait for a lesson that doesn't exist. Choose another lesson, or check by minutes.",
    'Las verificaciones de identidad esperan una lección que no existe. Elija otra lección o verifique por minutos.',
  ],
  keystrokeShort: [
    'The text for typing checks is too short. Use at least {fewestLetters} characters to tell students apart.',
    'El texto de las verificaciones por tecleo es corto. Use al menos {fewestLetters} caracteres para distinguir a los estudiantes.',
  ],
  keystrokeEmpty: [
    'Typing checks have no text to type.',
    'Las verificaciones por tecleo no tienen texto para escribir.',
  ],
  certificateState: [
    'The course issues a certificate but has no state to issue it for.',
    'El curso emite un certificado, pero no tiene ningún estado de EE. UU. para el cual emitirlo.',
  ],
  bundleAges: [
    'The bundled courses are for different ages, so no one could buy them together.',
    'Los cursos del paquete son para edades distintas, así que nadie podría comprarlos juntos.',
  ],
  bundleUnpublished: ['Bundled course “{name}” is not published.', 'El curso “{name}” del paquete no está publicado.'],
  disclaimerMissing: [
    'Students must agree to a disclaimer, but there is none.',
    'Los estudiantes deben aceptar unas condiciones, pero no hay ninguna.',
  ],
  deliveryMissing: [
    'The course issues a certificate, but no shipping method is enabled.',
    'El curso emite un certificado, pero no hay ningún método de envío activado.',
  ],
  licensePattern: [
    'The pattern of “{title}” refuses licenses of other states, such as {states}. Drivers with these licenses cannot register.',
    'El patrón de “{title}” rechaza licencias de otros estados, como {states}. Los conductores con esas licencias no pueden registrarse.',
  ],
})
