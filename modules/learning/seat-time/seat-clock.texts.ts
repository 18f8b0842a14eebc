import { texts } from '#platform/texts.ts'

export const seatTexts = texts({
  thisPage: ['This page', 'Esta página'],
  elsewhereTitle: ['Your course is open elsewhere', 'Su curso está abierto en otro lugar'],
  elsewhere: [
    'This course is open in another window or device. Your time is being counted there.',
    'Este curso está abierto en otra ventana o en otro dispositivo. Allí se está contando su tiempo.',
  ],
  continueHere: ['Continue here', 'Continuar aquí'],
  toDashboard: ['Go to dashboard', 'Ir al panel'],
  offline: [
    "You're offline. Your time will count again when you're back online.",
    'No hay conexión. Su tiempo volverá a contar cuando se restablezca.',
  ],
  idleTitle: ['Are you still there?', '¿Sigue ahí?'],
  idle: [
    "We'll sign you out in {seconds, plural, one {{seconds} second} other {{seconds} seconds}} because you've been inactive.",
    'Cerraremos su sesión en {seconds, plural, one {{seconds} segundo} other {{seconds} segundos}} por inactividad.',
  ],
  stillHere: ["I'm still here", 'Sigo aquí'],
  next: ['Next', 'Siguiente'],
  nextIn: ['Next in {time}', 'Siguiente en {time}'],
  goOn: ['Continue', 'Continuar'],
  goOnIn: ['Continue in {time}', 'Continuar en {time}'],
  waits: [
    "You're offline. We'll continue when you're back online.",
    'No hay conexión. Continuaremos cuando se restablezca.',
  ],
  canContinue: ['You can continue.', 'Puede continuar.'],
  timeNeeded: ['Time needed on this page: {time}', 'Tiempo necesario en esta página: {time}'],
  videoDone: ['Video 100% Completed', 'Video 100% completado'],
  videoOpen: [
    "You'll need to watch this video in order to continue. {n}% Completed",
    'Debe ver este video para continuar. {n}% completado',
  ],
  breakLeft: ['Your break ends in {time}.', 'Su descanso termina en {time}.'],
  breakOver: ['Your break is over. You can continue.', 'Su descanso terminó. Puede continuar.'],
})
