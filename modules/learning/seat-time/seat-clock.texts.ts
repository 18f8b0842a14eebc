import { texts } from '../../../platform/texts.ts'

export const seatTexts = texts({
  thisPage: ['This page', 'Esta página'],
  elsewhereTitle: ['Your course is open elsewhere', 'Su curso está abierto en otro lugar'],
  elsewhere: [
    'Your course is open in another window or on another device. Time counts only there.',
    'Su curso está abierto en otra ventana o en otro dispositivo. El tiempo solo cuenta allí.',
  ],
  continueHere: ['Continue here', 'Continuar aquí'],
  toDashboard: ['Go to the dashboard', 'Ir al panel'],
  offline: [
    "No connection. Your time counts again when it's back.",
    'Sin conexión. Su tiempo volverá a contar cuando se restablezca.',
  ],
  idleTitle: ['Are you still there?', '¿Sigue ahí?'],
  idle: [
    'You will be signed out in {seconds} s because nothing has moved.',
    'Se cerrará su sesión en {seconds} s por inactividad.',
  ],
  stillHere: ["I'm still here", 'Sigo aquí'],
  next: ['Next', 'Siguiente'],
  nextIn: ['Next in {time}', 'Siguiente en {time}'],
  goOn: ['Continue', 'Continuar'],
  goOnIn: ['Continue in {time}', 'Continuar en {time}'],
  waits: [
    "No connection. We'll continue as soon as it's back.",
    'Sin conexión. Continuaremos en cuanto se restablezca.',
  ],
  canContinue: ['You can continue.', 'Puede continuar.'],
  timeNeeded: ['Time needed on this page: {time}', 'Tiempo necesario en esta página: {time}'],
  videoDone: ['Video 100% Completed', 'Video 100% completado'],
  videoOpen: [
    "You'll need to watch this video in order to continue. {n}% Completed",
    'Debe ver este video para continuar. {n}% completado',
  ],
  breakLeft: ['Your break ends in {time}.', 'Su descanso termina en {time}.'],
  breakOver: ['Your break is over. You can continue.', 'Su descanso ha terminado. Puede continuar.'],
})
