import { texts } from '#platform/texts.ts'

/** Texts of a question in a quiz or a lesson, separate from the quiz's texts so that lessons load less. */
export const questionTexts = texts({
  submit: ['Submit', 'Enviar'],
  quizTime: ['Time left for the quiz', 'Tiempo restante del cuestionario'],
  questionTime: ['Time left for this question', 'Tiempo restante de esta pregunta'],
  timeOver: ["Time's up.", 'Se acabó el tiempo.'],
  chooseAll: ['Choose all that apply.', 'Elija todas las que correspondan.'],
  orderHint: [
    'Put these in order. Give each one a position, starting with 1.',
    'Ponga estos elementos en orden. Asigne una posición a cada uno, empezando por el 1.',
  ],
  orderLive: [
    'Put these in order. Use the buttons or the arrow keys, or drag them.',
    'Ponga estos elementos en orden. Use los botones o las flechas del teclado, o arrástrelos.',
  ],
  moveUp: ['Move “{text}” up', 'Mover “{text}” hacia arriba'],
  moveDown: ['Move “{text}” down', 'Mover “{text}” hacia abajo'],
  moved: ['“{text}”: place {n} of {total}', '“{text}”: posición {n} de {total}'],
  spotHint: [
    'Tap the place in the picture. With a keyboard, move the mark with the arrow keys.',
    'Toque el lugar en la imagen. Con el teclado, mueva la marca con las flechas.',
  ],
  spotWithout: [
    'Your browser has scripts turned off. Choose from the list below the picture.',
    'Su navegador tiene desactivados los scripts. Elija de la lista debajo de la imagen.',
  ],
  spotPlaced: [
    'Your mark: {x}% from the left, {y}% from the top',
    'Su marca: {x} % desde la izquierda, {y} % desde arriba',
  ],
  spotList: ['Choose from a list instead', 'Elegir de una lista'],
  spotLegend: ['The correct area is outlined in green.', 'El área correcta tiene el borde verde.'],
  matchHint: ['Choose the match for each one.', 'Elija la opción que corresponde a cada elemento.'],
  yourAnswer: ['Your answer', 'Su respuesta'],
  why: ['Why', 'Por qué'],
  rightAnswer: ['Correct answer', 'Respuesta correcta'],
  modelAnswer: ['Sample answer', 'Respuesta de ejemplo'],
  right: ['Correct', 'Correcta'],
  wrong: ['Incorrect', 'Incorrecta'],
  received: ['Your answer is saved.', 'Su respuesta se guardó.'],
  hint: ['Hint', 'Pista'],
  inlineTitle: ['Check your understanding', 'Ponga a prueba lo que aprendió'],
})
