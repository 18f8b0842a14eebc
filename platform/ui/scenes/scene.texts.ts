import { texts } from '#platform/texts.ts'

/** A scene in words, for people who do not see it. */
export const words = texts({
  bicycle: ['A bicycle beside a road', 'Una bicicleta junto a una carretera'],
  certificate: ['A certificate with a seal', 'Un certificado con un sello'],
  crossing: ['A person walking across a crosswalk', 'Una persona que cruza por un paso de peatones'],
  deadEnd: ['A barricade across a road', 'Una barrera que cierra una carretera'],
  emergencyVehicle: ['An ambulance with its lights on', 'Una ambulancia con las luces encendidas'],
  emptyDesk: ['An empty desk with a lamp', 'Un escritorio vacío con una lámpara'],
  followingDistance: ['Two cars with a safe distance between them', 'Dos autos que mantienen una distancia segura'],
  merge: ['A car merging onto a highway', 'Un auto que se incorpora a una autopista'],
  mirror: ['A car in a rearview mirror', 'Un auto visto en el espejo retrovisor'],
  mountainCurve: ['A curve in the mountains', 'Una curva en las montañas'],
  night: ['A car on a road at night', 'Un auto en una carretera de noche'],
  parking: ['A car pulling into a parking space', 'Un auto que entra en un espacio de estacionamiento'],
  phoneFaceDown: ['A phone lying face down beside a car key', 'Un teléfono boca abajo junto a la llave de un auto'],
  rain: ['A car in the rain', 'Un auto bajo la lluvia'],
  rest: ['A bench under a tree by a lake', 'Un banco bajo un árbol junto a un lago'],
  roadAtDawn: ['A road at dawn', 'Una carretera al amanecer'],
  roundabout: ['Cars at a roundabout', 'Autos en una rotonda'],
  schoolZone: ['A school bus and a school crossing sign', 'Un autobús escolar y una señal de zona escolar'],
  seatBelt: ['A person wearing a seat belt', 'Una persona con el cinturón de seguridad puesto'],
  trafficLight: ['A green traffic light', 'Un semáforo en verde'],
  truck: ['A truck on a highway', 'Un camión en una autopista'],
})
