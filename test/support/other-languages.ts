/** Short texts in German and Spanish: about a topic, and about anything else. The first line of each is its title. */
export interface TextsInLanguage {
  readonly about: readonly string[];
  readonly others: readonly string[];
}

/** About beekeeping. */
export const GERMAN: TextsInLanguage = {
  about: [
    'Die Imkerei\nEin Imker hält Bienen und erntet ihren Honig. Im Frühjahr kontrolliert er die Völker, erweitert die Beuten um einen Honigraum und achtet darauf, dass jede Königin genügend Platz für ihre Brut hat.',
    'Das Bienenvolk\nEin Bienenvolk besteht aus einer Königin, vielen tausend Arbeiterinnen und im Sommer einigen hundert Drohnen. Die Arbeiterinnen pflegen die Brut, bauen Waben aus Wachs und sammeln Nektar und Pollen.',
    'Honig schleudern\nSind die Waben verdeckelt, nimmt der Imker sie aus der Beute, entfernt den Wachsdeckel mit der Entdeckelungsgabel und schleudert den Honig. Danach wird er gesiebt, gerührt und in Gläser gefüllt.',
    'Die Varroamilbe\nDie Varroamilbe lebt in der Brut der Bienen und schwächt das Volk. Imker behandeln nach der Honigernte mit Ameisensäure und im Winter mit Oxalsäure, wenn das Volk ohne Brut ist.',
    'Der Schwarm\nIm Mai teilt sich ein starkes Bienenvolk: Die alte Königin verlässt mit der Hälfte der Bienen den Stock. Der Imker fängt den Schwarm ein und setzt ihn in eine leere Beute mit Mittelwänden.',
    'Die Königin\nDie Königin legt im Sommer bis zu zweitausend Eier am Tag. Aus einer Weiselzelle schlüpft die junge Königin, fliegt zur Begattung aus und wird von Drohnen begattet, bevor sie ihr Volk führt.',
    'Bienen im Winter\nIm Winter sitzen die Bienen in einer Traube um ihre Königin und zehren vom Honig der Waben. Der Imker füttert im Herbst Zuckersirup ein und lässt das Volk bis zum Frühjahr in Ruhe.',
    'Wachs und Waben\nJunge Arbeiterinnen schwitzen Wachs aus und bauen daraus sechseckige Waben. Alte Waben schmilzt der Imker ein und lässt aus dem Bienenwachs neue Mittelwände für die Rähmchen gießen.',
    'Trachtpflanzen\nRaps, Obstblüte, Robinie und Linde geben den Bienen Nektar. Wandert der Imker mit seinen Völkern in eine andere Tracht, erntet er sortenreinen Honig, etwa Heidehonig oder Waldhonig aus Honigtau.',
    'Die Beute\nDie Beute ist die Wohnung der Bienen. Sie besteht aus Zargen mit Rähmchen, einem Boden mit Flugloch und einem Deckel. Über dem Absperrgitter lagert das Volk im Honigraum den Honig ein.',
    'Bestäubung durch Bienen\nOhne Bienen trügen Apfel, Kirsche und Raps kaum Früchte. Beim Sammeln von Nektar bleibt Pollen am Haarkleid hängen, und die Arbeiterin bestäubt damit die nächste Blüte. Obstbauern laden Imker deshalb ein.',
    'Anfangen mit Bienen\nWer mit der Imkerei beginnen will, besucht einen Kurs beim Imkerverein, kauft zwei Ableger, eine Beute, Schleier, Smoker und Stockmeißel und lernt von einem erfahrenen Paten, ein Volk zu führen.',
  ],
  others: [
    'Eisenbahn\nDie erste deutsche Eisenbahn fuhr 1835 zwischen Nürnberg und Fürth. Heute verbinden Züge alle großen Städte, und an den Bahnhöfen steigen jeden Tag Millionen Fahrgäste ein, aus und um.',
    'Brot backen\nFür ein gutes Brot mischt der Bäcker Mehl, Wasser, Salz und Sauerteig. Der Teig ruht über Nacht, wird geformt und bei großer Hitze gebacken, bis die Kruste dunkel ist.',
    'Fußball\nEine Mannschaft besteht aus elf Spielern. Das Spiel dauert zweimal fünfundvierzig Minuten, und gewonnen hat, wer mehr Tore schießt. Im Elfmeterschießen entscheidet oft der Torwart.',
    'Das Grundgesetz\nDas Grundgesetz ist die Verfassung der Bundesrepublik. Es schützt die Würde des Menschen, regelt die Wahl des Bundestages und teilt die Aufgaben zwischen Bund und Ländern auf.',
    'Orgelmusik\nDie Orgel hat mehrere Manuale, ein Pedal und viele Register. In den Kirchen des Nordens spielte Buxtehude, und Johann Sebastian Bach schrieb für das Instrument seine großen Fugen.',
    'Wetter im Gebirge\nIn den Alpen schlägt das Wetter schnell um. Wer auf eine Hütte wandert, liest vorher den Bericht, nimmt eine Jacke mit und kehrt um, wenn am Nachmittag Gewitter aufziehen.',
    'Computer\nEin Rechner verarbeitet Daten nach einem Programm. Der Prozessor führt Befehle aus, der Speicher hält die Werte, und über das Netz tauschen die Geräte Nachrichten miteinander aus.',
    'Ölmalerei\nDer Maler grundiert die Leinwand, skizziert mit Kohle und trägt dann dünne Schichten Farbe auf. Rembrandt ließ seine Figuren im dunklen Raum aufleuchten, und sein Licht wurde berühmt.',
    'Die Hanse\nKaufleute aus Lübeck, Hamburg und Danzig schlossen sich zur Hanse zusammen. Ihre Koggen brachten Salz, Hering, Getreide und Tuch über die Ostsee und machten die Städte reich.',
    'Zahnpflege\nZähne putzt man zweimal am Tag mit einer weichen Bürste und Zahnpasta mit Fluorid. Der Zahnarzt entfernt den Zahnstein und sieht nach, ob ein Loch gefüllt werden muss.',
    'Wohnung mieten\nVor dem Einzug unterschreiben Mieter und Vermieter einen Vertrag. Darin stehen Miete, Kaution und Kündigungsfrist, und bei der Übergabe wird festgehalten, in welchem Zustand die Räume sind.',
    'Segeln\nAuf der Nordsee bestimmen Wind und Gezeiten den Kurs. Der Skipper setzt das Großsegel, liest die Seekarte und läuft den Hafen erst an, wenn das Wasser hoch genug steht.',
  ],
};

/** About coffee. */
export const SPANISH: TextsInLanguage = {
  about: [
    'El café\nEl café es una bebida que se prepara con los granos tostados y molidos del cafeto. Contiene cafeína, y su aroma depende de la variedad, del tueste y del agua con que se prepara.',
    'La planta del cafeto\nEl cafeto es un arbusto de hojas verdes y flores blancas. Sus frutos, llamados cerezas, maduran en varios meses, y cada cereza guarda dos granos de café cubiertos de pergamino.',
    'La cosecha del café\nLos recolectores recogen a mano las cerezas maduras del cafeto. En las montañas de Colombia la cosecha se hace dos veces al año, y cada canasta de café se pesa por la tarde.',
    'El tueste\nEn la tostadora los granos de café verde pierden agua, crecen y se vuelven oscuros. Un tueste claro conserva la acidez, mientras que el tueste oscuro da un café amargo con mucho cuerpo.',
    'El espresso\nPara un espresso el agua pasa a presión por el café molido muy fino. En medio minuto sale una taza corta con crema, y el barista ajusta la molienda si el café sale amargo.',
    'Arábica y robusta\nLa variedad arábica crece en altura y da un café suave y aromático. La robusta resiste mejor las plagas, tiene más cafeína y da un café fuerte, que se usa en mezclas y café soluble.',
    'El beneficio húmedo\nDespués de la cosecha las cerezas del café se despulpan, los granos fermentan en tanques y se lavan con agua limpia. Luego el café en pergamino se seca al sol durante dos semanas.',
    'La cata\nEl catador huele el café molido, vierte agua caliente y rompe la costra con una cuchara. Después sorbe y anota el aroma, la acidez, el cuerpo y el dulzor de cada taza de café.',
    'La roya\nLa roya es un hongo que ataca las hojas del cafeto y reduce la cosecha. Los caficultores siembran variedades resistentes y dan sombra a los cafetales para proteger el grano.',
    'Café de filtro\nCon un filtro de papel y una jarra se prepara un café limpio y suave. Se vierte el agua en círculos sobre el café molido, y en tres minutos la taza está lista.',
    'El comercio del café\nEl café verde viaja en sacos desde Brasil, Colombia y Etiopía hasta los puertos de Europa. Su precio se fija en la bolsa, y el comercio justo paga más a los caficultores.',
    'La cafeína\nLa cafeína de una taza de café despierta y mejora la atención. El café descafeinado se obtiene al lavar los granos verdes con agua o vapor antes del tueste.',
  ],
  others: [
    'El tren\nEl primer tren de España unió Barcelona y Mataró en 1848. Hoy los trenes rápidos van de Madrid a Sevilla en dos horas y media, y los viajeros compran el billete en la estación.',
    'El fútbol\nUn equipo tiene once jugadores, y el partido dura noventa minutos. Gana quien marca más goles, y cuando hay empate en la copa se lanzan penaltis delante del portero.',
    'La guitarra\nLa guitarra española tiene seis cuerdas y una caja de madera. Los guitarristas flamencos acompañan el cante y el baile con rasgueos rápidos, y Tárrega escribió obras muy conocidas.',
    'La constitución\nLa constitución protege los derechos de los ciudadanos y reparte el poder entre el parlamento, el gobierno y los jueces. Para cambiarla hace falta una mayoría amplia.',
    'El mar\nLas mareas suben y bajan dos veces al día por la fuerza de la luna. Los pescadores salen del puerto al amanecer y regresan con sardinas, merluzas y pulpos.',
    'La pintura\nVelázquez pintó a la familia del rey en un cuadro enorme. En el museo del Prado los visitantes se detienen ante sus retratos y ante las escenas oscuras de Goya.',
    'Los volcanes\nCuando un volcán entra en erupción expulsa lava, gases y ceniza. En las islas Canarias los científicos vigilan los temblores y avisan a la población si hay peligro.',
    'El ordenador\nUn ordenador guarda datos en la memoria y ejecuta programas con el procesador. Por la red se envían mensajes de una máquina a otra en menos de un segundo.',
    'La lluvia\nEn el norte llueve casi todo el otoño, y los prados están siempre verdes. En el sur hay sequía muchos años, y los embalses se vacían durante el verano.',
    'El dentista\nEl dentista limpia los dientes, busca caries y explica cómo usar el cepillo. A los niños les conviene ir dos veces al año y comer pocos dulces entre horas.',
    'Alquilar un piso\nAntes de firmar el contrato hay que mirar la renta, la fianza y la duración. El dueño entrega las llaves, y el inquilino paga a principios de cada mes.',
    'El teatro\nLope de Vega escribió cientos de comedias para los corrales de Madrid. El público seguía de pie la función, aplaudía a los actores y silbaba cuando la obra le aburría.',
  ],
};

/** Pages of the Web, long enough for their language to be certain, by what they are about. */
export const PAGES = {
  frenchCheese:
    "À la cave du fromager\nDans la cave, les meules de fromage attendent sur des planches. L'affineur frotte la croûte avec de la saumure et retourne chaque fromage deux fois par semaine. Le lait du matin, versé dans la cuve, reçoit la présure ; une heure plus tard le caillé est coupé, moulé et pressé. Le petit-lait s'écoule, puis les fromages sont salés et portés à la cave pour un affinage de plusieurs mois, jusqu'à ce que la pâte soit souple et que le goût soit à point.",
  frenchTrain:
    "Le chemin de fer\nLa gare a rouvert ses portes hier après deux ans de travaux. Les voyageurs trouvent maintenant huit quais, des ascenseurs et une salle d'attente chauffée. Le maire et le président de la région ont salué le retour des trains de nuit, qui relient la ville à la capitale en sept heures. Les syndicats demandent davantage de conducteurs et des horaires plus réguliers, car les retards restent nombreux en hiver sur cette ligne.",
  germanKitchen: `Linsensuppe mit Speck. Für vier Personen braucht man zweihundert Gramm Linsen, zwei Möhren, eine Stange Lauch, ein Stück Sellerie, Kartoffeln und etwas Speck. Die Linsen werden gewaschen und über Nacht eingeweicht. Am nächsten Tag schneidet man das Gemüse in kleine Würfel, lässt den Speck in einem großen Topf aus, gibt das Gemüse dazu und röstet es kurz an. Dann kommen die Linsen und ein Liter Brühe dazu. Alles kocht bei kleiner Hitze eine halbe Stunde, bis die Kartoffeln weich sind. Zum Schluss schmeckt man die Suppe mit Salz, Pfeffer, einem Schuss Essig und wenig Zucker ab. Wer mag, legt in jeden Teller ein Würstchen und streut frische Petersilie darüber. Am zweiten Tag schmeckt die Suppe noch besser, denn dann sind die Gewürze richtig durchgezogen. Dazu passt ein kräftiges Brot mit Butter und ein Glas Bier.`,
  spanishCoffee: `Cómo preparar un buen café en casa. Lo primero es comprar granos frescos y mirar en la bolsa la fecha del tueste. El café se muele justo antes de prepararlo: una molienda fina sirve para el espresso y una gruesa para la prensa. El agua no debe hervir, porque quema el café y lo vuelve amargo. Para una taza bastan quince gramos de café molido y un cuarto de litro de agua. Con el filtro de papel se moja primero el café, se espera medio minuto y después se vierte el resto del agua en círculos. Quien prefiere una taza con más cuerpo usa la cafetera italiana y la retira del fuego en cuanto sale la crema. Los granos de arábica dan un aroma dulce con acidez, y los de robusta más cafeína. El café molido pierde su aroma en pocos días, de modo que conviene guardarlo en un bote cerrado, lejos de la luz y del calor de la cocina.`,
} as const;
