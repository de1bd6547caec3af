"""Messages and HTTP statuses for refused requests.

Covers the rules of a competition, its draw, and formats that do not fit. Texts use the language
that is active at the call.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_noop

from accounts.common.errors import RefusedError
from accounts.models import Club
from truco_site.htmx import is_part

MISFITS: Final[Mapping[str, str]] = {
    "too-many-groups": gettext_noop("Son muchos grupos para ese cupo: van dos por grupo al menos."),
    "too-few-groups": gettext_noop("Son pocos grupos para ese cupo: hasta 128 por grupo."),
    "too-few-divisions": gettext_noop(
        "Son pocas divisiones para ese cupo: hasta 128 por división."
    ),
    "too-many-for-format": gettext_noop(
        "Son muchos para ese formato: hasta 128. Con más, grupos, suizo o eliminación."
    ),
    "too-few-for-format": gettext_noop(
        "Son pocos para un americano: hacen falta al menos cuatro, una mesa entera."
    ),
    "seats-of-another-format": gettext_noop(
        "El americano se juega en mesas de cuatro: cada uno se anota solo y juega de a dos."
    ),
    "too-many-qualifiers": gettext_noop("Pasan más de los que entran en un grupo."),
    "too-few-qualifiers": gettext_noop("Con un solo clasificado en total no hay con quién jugar."),
    "too-many-rounds": gettext_noop("Son más rondas que rivales hay en ese cupo."),
    "too-many-best": gettext_noop("No hay tantos que sigan: en cada grupo, uno a lo sumo."),
    "too-many-rounds-between": gettext_noop(
        "Para tantas rondas después de los grupos pasan pocos."
    ),
    "too-many-finalists": gettext_noop(
        "A las llaves no pueden ir más de los que llegan hasta ahí."
    ),
    "too-few-finalists": gettext_noop("Con un solo finalista no hay final."),
    "play-in-too-large": gettext_noop(
        "El repechaje decide a lo sumo la mitad de los lugares de las llaves, y hacen falta "
        "quienes lo jueguen."
    ),
    "finalists-of-nothing": gettext_noop(
        "Los grupos ya terminan en llaves: eso se elige si antes hay un suizo."
    ),
    "too-few-for-silver": gettext_noop(
        "Para la copa de plata tienen que quedar afuera al menos dos."
    ),
    "next-stage-paired": gettext_noop(
        "Los que pasaron de esa etapa ya juegan rondas sorteadas entre ellos: el resultado se "
        "puede corregir mientras pasen los mismos."
    ),
    "tie-break-twice": gettext_noop("El mismo desempate está dos veces."),
    "tie-break-of-another-format": gettext_noop("Ese desempate es de otro formato."),
}
REFUSALS: Final[Mapping[str, str]] = {
    "bad-boards": gettext_noop(
        "Se escriben de 2 a 9 mesas, cada una con 1, 2 o 3 por lado: 2,2,1."
    ),
    "boards-too-large": gettext_noop("Ese reglamento no tiene mesas para tantos."),
    "boards-are-games": gettext_noop(
        "Cada mesa del encuentro es una partida: ponelo a una partida, también la final."
    ),
    "boards-have-no-bell": gettext_noop("Con varias mesas por encuentro no hay reloj de ronda."),
    "boards-of-changing-partners": gettext_noop(
        "Donde cambian las parejas no hay equipos que se enfrenten en varias mesas."
    ),
    "match-of-boards": gettext_noop("Este partido se anota mesa por mesa."),
    "no-boards": gettext_noop("Este partido tiene una sola mesa."),
    "no-such-board": gettext_noop("Esa mesa no se juega, o no todavía."),
    "board-written": gettext_noop("Esa mesa ya tiene resultado: corregilo si está mal."),
    "board-begun": gettext_noop("En esa mesa ya se juega, o ya se jugó."),
    "line-ups-closed": gettext_noop("Las formaciones ya están a la vista: no se cambian más."),
    "line-ups-secret": gettext_noop(
        "Todavía faltan las formaciones. Quien organiza las puede cerrar antes de hora."
    ),
    "line-up-in": gettext_noop(
        "Hay una formación presentada que todavía no se ve: hasta entonces nadie sale de la lista."
    ),
    "line-up-not-whole": gettext_noop("La formación no está completa: falta o sobra alguien."),
    "not-of-the-roster": gettext_noop("Esa persona no está en la lista de este equipo."),
    "was-taken-out": gettext_noop(
        "Esa persona ya salió de una mesa de este partido: no vuelve a entrar."
    ),
    "plays-twice": gettext_noop("Nadie juega en dos mesas a la vez."),
    "feeds-itself": gettext_noop("Una competencia no recibe a los primeros de ella misma."),
    "feeds-in-a-circle": gettext_noop(
        "Así se esperarían una a la otra: esa ya recibe, directa o indirectamente, a los de esta."
    ),
    "already-feeds": gettext_noop(
        "De esa competencia ya pasan: quitá ese pase para cambiar cuántos."
    ),
    "source-not-public": gettext_noop(
        "No hay una competencia pública con ese número o enlace: tiene que verla todo el mundo."
    ),
    "other-sides": gettext_noop("Ahí no juegan tantos por lado como acá."),
    "too-many-berths": gettext_noop("De ahí no pueden pasar tantos: entre 1 y su cupo, hasta 32."),
    "nobody-came": gettext_noop("Por ese lugar no llegó a entrar nadie: no hay a quién volver."),
    "no-such-team": gettext_noop("Ese equipo ya no está así: miralo de nuevo."),
    "team-dissolved": gettext_noop("Ese equipo se disolvió: lo que jugó queda, y nada más cambia."),
    "not-team-captain": gettext_noop("Eso lo hace quien es capitán del equipo."),
    "account-needed": gettext_noop(
        "Para estar en un equipo hace falta una cuenta: los invitados no vuelven."
    ),
    "not-in-club": gettext_noop("Primero hay que ser socio de ese club."),
    "too-many-teams": gettext_noop(
        "Ya sos capitán de muchos equipos: pasá o disolvé alguno antes de hacer otro."
    ),
    "team-name-taken": gettext_noop(
        "El club ya tiene un equipo con ese nombre o uno muy parecido."
    ),
    "team-full": gettext_noop("En ese equipo ya no entra nadie más."),
    "not-in-team": gettext_noop("Esa persona no está en el equipo, o está sin cuenta."),
    "captain-stays": gettext_noop(
        "Quien es capitán no se va así: primero pasa la capitanía, o disuelve el equipo."
    ),
    "captain-already": gettext_noop("Esa persona ya es capitán del equipo."),
    "captaincy-not-offered": gettext_noop(
        "El equipo ya tiene capitán, y no te ofreció la capitanía a vos, o ya no."
    ),
    "team-entered": gettext_noop("Ese equipo ya está en esta competencia."),
    "in-another-team": gettext_noop(
        "Alguien de esa formación ya está en esta competencia, en otro equipo: nadie juega dos"
        " veces."
    ),
    "wrong-line-up": gettext_noop(
        "Elegí justo a quienes juegan, y no más suplentes que los que se permiten."
    ),
    "not-for-teams": gettext_noop(
        "Acá cada quien se anota solo: no es una competencia de equipos."
    ),
    "not-organiser": gettext_noop("Eso lo hacen quienes organizan el club."),
    "not-owner": gettext_noop("Solo el dueño del club puede hacer eso."),
    "too-many-files": gettext_noop("El archivo del club ya se bajó varias veces: esperá una hora."),
    "file-gone": gettext_noop("Ese archivo ya no espera: elegilo otra vez."),
    "second-factor": gettext_noop(
        "Este club pide un segundo factor a quienes lo organizan. Activá uno y volvé: todo sigue"
        " como estaba."
    ),
    "suspended-in-club": gettext_noop(
        "El club la suspendió: mientras tanto, ni competencias ni mesas de ese club."
    ),
    "hidden-by-operators": gettext_noop(
        "Quienes llevan el sitio ocultaron esta competencia: no puede ser pública."
    ),
    "not-operator": gettext_noop("Eso lo hacen quienes llevan el sitio."),
    "of-staff": gettext_noop("Esa persona lleva el sitio: no se puede desde acá."),
    "organiser-stays": gettext_noop(
        "Esa persona organiza el club: primero su dueño tiene que hacerla socia."
    ),
    "oneself": gettext_noop("Sobre uno mismo no se decide."),
    "person-unknown": gettext_noop("Esa persona ya no está en el sitio, o es un robot."),
    "already-suspended": gettext_noop("Ya está suspendida: levantá esa suspensión antes."),
    "already-lifted": gettext_noop("Esa medida ya no está en pie."),
    "already-hidden": gettext_noop("Esa competencia ya está así."),
    "bad-date": gettext_noop("Esa fecha ya pasó: elegí una que venga."),
    "same-name": gettext_noop("Ya se llama así, o falta el nombre nuevo."),
    "name-barred": gettext_noop("Ese nombre se lo sacaron quienes llevan el sitio."),
    "name-of-office": gettext_noop("Así se llama quien juzga o lleva la casa."),
    "name-of-user": gettext_noop("Se confunde con el nombre de usuario de otra persona."),
    "name-of-organiser": gettext_noop("Se confunde con alguien que organiza uno de sus clubes."),
    "club-unknown": gettext_noop("Ese club no existe."),
    "already-decided": gettext_noop("Eso ya lo decidió otra persona: mirá cómo quedó."),
    "nothing-there": gettext_noop("Eso ya no está, o no te toca decidirlo."),
    "not-in-entry": gettext_noop("Esa inscripción no es tuya."),
    "names-closed": gettext_noop("Acá no se eligen nombres, o ya no: preguntale a quien organiza."),
    "no-such-name": gettext_noop("Ese nombre ya no está así en la lista: miralo de nuevo."),
    "name-claimed": gettext_noop(
        "Ese nombre ya lo eligió otro teléfono. Si es el tuyo, avisale a quien organiza."
    ),
    "has-a-name": gettext_noop("Ya elegiste un nombre acá: soltalo antes de elegir otro."),
    "not-your-name": gettext_noop("Ese nombre lo suelta quien lo eligió, o quien organiza."),
    "not-your-partner": gettext_noop(
        "Eso lo confirma su compañero, ya en su lugar, o quien organiza."
    ),
    "no-such-account": gettext_noop("No hay ninguna cuenta con ese nombre."),
    "not-captain": gettext_noop("Eso lo hace quien anotó al equipo, o quien organiza."),
    "too-many-guests": gettext_noop(
        "Desde tu conexión ya se sentaron muchos invitados. Entrá con tu cuenta, o probá más tarde."
    ),
    "marks-held": gettext_noop(
        "Mientras no tenías señal, otra persona anotó en esta planilla. Tus marcas no se "
        "mezclaron: las decide la mesa de control. Así está la planilla ahora."
    ),
    "no-such-seat": gettext_noop("En esa mesa no hay tantos lugares."),
    "bad-link": gettext_noop("Ese enlace ya no sirve. Pedile otro a quien organiza."),
    "label-taken": gettext_noop("Ya hay un enlace con ese nombre: poné otro, así se distinguen."),
    "too-many-links": gettext_noop("Ya hay demasiados enlaces: anulá los que no se usan."),
    "bad-invitation": gettext_noop("Ese enlace ya no sirve. Pedile uno nuevo a tu compañero."),
    "reason-missing": gettext_noop("Hace falta decir el motivo: queda a la vista de todos."),
    "wrong-roster": gettext_noop("Faltan o sobran jugadores para esa inscripción."),
    "already-entered": gettext_noop("Ya está en esta competencia: nadie juega dos veces."),
    "registration-closed": gettext_noop("La inscripción no está abierta."),
    "undo-the-draw-first": gettext_noop(
        "El sorteo ya está hecho. Como todavía no se jugó ninguna carta, deshacé el sorteo, "
        "anotá y volvé a sortear."
    ),
    "no-late-entries": gettext_noop("Ya se está jugando: en esta competencia no entra nadie más."),
    "too-late-to-join": gettext_noop(
        "Ya pasó la mitad de las rondas: es tarde para entrar al sistema suizo."
    ),
    "no-free-place": gettext_noop("No queda ningún lugar libre: se puede ampliar el cupo."),
    "cap-too-low": gettext_noop(
        "Hay más confirmados que ese cupo: primero tiene que salir alguien."
    ),
    "no-check-in": gettext_noop("La acreditación no está abierta para esa inscripción."),
    "already-checked-in": gettext_noop("Esa inscripción ya está acreditada."),
    "rematches": gettext_noop("Son más rondas que rivales: algunos se cruzarían dos veces."),
    "came-otherwise": gettext_noop(
        "Desde que lo miraste cambió cuántos hay, o el formato: mirá de nuevo qué se puede sortear."
    ),
    "no-draft": gettext_noop(
        "No hay ningún borrador: ya se publicó, o todavía no hay qué sortear."
    ),
    "draft-changed": gettext_noop("Otra persona cambió el borrador recién: así está ahora."),
    "draft-outdated": gettext_noop(
        "Ese borrador ya no vale: cambió un resultado, o quiénes juegan. Sorteá de nuevo."
    ),
    "unknown-entry": gettext_noop("Esa inscripción no está en el borrador."),
    "same-pool": gettext_noop("Esos dos ya están juntos: elegí a alguien de otro lado."),
    "both-free": gettext_noop("Los dos pasan libres: no hay con quién cambiarlos."),
    "played-on-the-site": gettext_noop(
        "Ya se jugó algo en las mesas del sitio: la competencia sigue ahí."
    ),
    "cards-played": gettext_noop("Ya se jugó una carta: el sorteo no se deshace."),
    "members-only": gettext_noop(
        "Es solo para gente del club: hacete socio, o pedile a quien organiza que te anote."
    ),
    "outside-band": gettext_noop(
        "Es para otra habilidad: fijate en las condiciones cuál, y en la página de cada persona la"
        " suya."
    ),
    "band-upside-down": gettext_noop("La habilidad más alta no puede ser menor que la más baja."),
    "no-more-reserves": gettext_noop("Ese equipo ya tiene todos los suplentes que puede tener."),
    "transfers-closed": gettext_noop(
        "Los planteles ya están cerrados: no entra ni sale nadie de la lista."
    ),
    "captain-goes": gettext_noop(
        "El capitán no sale de la lista: es quien responde por el equipo."
    ),
    "match-called": gettext_noop(
        "Tiene un partido en juego, o con las formaciones ya a la vista: la transferencia, después."
    ),
    "cards-on-the-move": gettext_noop(
        "Ese partido ya empezó: el cambio se hace antes de la primera carta, o al terminar."
    ),
    "table-taken": gettext_noop("Esa mesa ya no está libre. Elegí otra."),
    "nobody-to-sit": gettext_noop("Así no queda nadie con cuenta para sentarse a la mesa."),
    "already-drawn": gettext_noop("El sorteo ya está hecho; no se repite."),
    "too-few-entries": gettext_noop(
        "Son pocos confirmados: hacen falta al menos dos, y en grupos dos por grupo "
        "y tantos como pasan."
    ),
    "division-too-small": gettext_noop(
        "Son pocos para tantas divisiones: cada una necesita dos, "
        "y lugar para los que suben y los que bajan."
    ),
    "too-many-times": gettext_noop(
        "Se ofrecen de una a tres horas por vez, y no más de doce por partido."
    ),
    "time-outside": gettext_noop(
        "Esa hora no sirve: tiene que caer en los días de la fecha y dejar tiempo para llegar."
    ),
    "time-past": gettext_noop("Esa hora ya pasó, o falta más de un año."),
    "time-taken": gettext_noop("A esa hora uno de los dos ya tiene otro partido."),
    "proposal-closed": gettext_noop("Esa propuesta ya no está en pie."),
    "no-first-hour": gettext_noop("Para poner fecha a cada partido falta el día del comienzo."),
    "wrong-state": gettext_noop("Eso no se puede hacer ahora, o ya estaba hecho."),
    "match-not-open": gettext_noop(
        "Ese partido no está abierto: ya se decidió o todavía no llegó."
    ),
    "no-result": gettext_noop("Ese partido no tiene un resultado que se pueda reabrir."),
    "left-since": gettext_noop(
        "Ese resultado sale de que alguien se retiró: reabrirlo no cambiaría nada."
    ),
    "drawn-since": gettext_noop(
        "Desde que se retiró ya se sorteó o se jugó sin esa inscripción: no se puede deshacer."
    ),
    "round-drawn": gettext_noop("Esa ronda ya está publicada."),
    "no-such-round": gettext_noop("Esa ronda no existe en esta competencia."),
    "already-absent": gettext_noop("Ya está marcada como ausente en esa ronda."),
    "not-absent": gettext_noop("No estaba marcada como ausente en esa ronda."),
    "no-byes-left": gettext_noop("Ya no le quedan rondas libres para pedir de antemano."),
    "changed-meanwhile": gettext_noop(
        "Algo cambió desde que lo miraste. Esto es lo que caería ahora: miralo de nuevo."
    ),
    "nobody-missing": gettext_noop("En esa inscripción ya están todos."),
    "not-scorer": gettext_noop("Los tantos los anota el tanteador de la mesa, o quien organiza."),
    "impossible-score": gettext_noop(
        "Ese tanteador no puede ser: quien gana llega justo a los tantos, y el otro tiene menos."
    ),
    "series-open": gettext_noop("Falta alguna partida: así nadie ganó todavía el encuentro."),
    "game-after-the-end": gettext_noop("Sobra alguna partida: el encuentro ya estaba ganado."),
    "saved-meanwhile": gettext_noop("Otra persona lo cargó o lo cambió recién: miralo de nuevo."),
    "slip-differs": gettext_noop("Una papeleta dice otra cosa: fijate cuál vale."),
    "has-consequences": gettext_noop("Otros partidos ya salen de este resultado: mirá qué cae."),
    "bad-slip": gettext_noop("Ese código no es de ninguna papeleta."),
    "too-many-claims": gettext_noop("Ya lo cambiaron muchas veces: díganselo a quien organiza."),
    "slip-over": gettext_noop("Esta papeleta ya no vale: el partido terminó o cambió."),
    "not-with-cards": gettext_noop(
        "Este partido se juega en el sitio: los tantos salen de la mesa."
    ),
    "timed-by-days": gettext_noop(
        "Con días por fecha no hay reloj: sacá los minutos por ronda, o los días."
    ),
    "no-clock": gettext_noop("Esta competencia no tiene rondas por tiempo."),
    "clock-started": gettext_noop("El reloj de esa ronda ya empezó."),
    "clock-not-running": gettext_noop("Ese reloj no está andando."),
    "clock-not-paused": gettext_noop("Ese reloj no está parado."),
    "round-not-open": gettext_noop("En esa ronda todavía no hay nada que jugar."),
    "bad-minutes": gettext_noop("Se suma de 1 a 60 minutos por vez."),
    "bell-not-rung": gettext_noop("Todavía no sonó la campana."),
    "level-at-the-bell": gettext_noop("Están iguales: se juega una mano más."),
    "past-target": gettext_noop("Con esos tantos se pasa: anotá los que faltan y nada más."),
    "chico-goes-on": gettext_noop("Todavía nadie llegó: la partida sigue."),
    "nothing-to-undo": gettext_noop("No hay nada anotado que deshacer."),
    "other-action": gettext_noop("Eso ya se anotó desde esta pantalla. Fijate cómo quedó."),
    "stale": gettext_noop("Otra persona anotó recién: así va ahora. Si falta algo, tocá de nuevo."),
    "badly-written": gettext_noop("Ese pedido no se entiende."),
    "chico-is-over": gettext_noop("Alguien ya llegó: primero se cierra la partida, o se corrige."),
    "no-such-penalty": gettext_noop("Esa sanción no está en la lista del club."),
    "list-full": gettext_noop("La lista ya tiene todas las sanciones propias que entran."),
    "too-many-bulletins": gettext_noop("Van muchos avisos seguidos: esperá unos minutos."),
    "no-bulletin": gettext_noop("Ese aviso ya no está a la vista."),
    "bad-network": gettext_noop(
        "La red lleva un nombre de hasta 32 letras, y la contraseña de 8 a 63 (o ninguna)."
    ),
    "not-judge": gettext_noop("Eso lo decide el juez del partido o quien organiza."),
    "not-in-match": gettext_noop("Al juez lo llaman quienes juegan el partido."),
    "judge-called": gettext_noop("El juez ya fue llamado a esta mesa."),
    "too-many-calls": gettext_noop("Tu lado ya llamó al juez dos veces en este partido."),
    "already-ruled": gettext_noop("Eso ya está resuelto."),
    "no-table": gettext_noop("Con cartas de verdad, los puntos se corrigen en la planilla."),
    "bad-score": gettext_noop("Ese tanteador no puede ser."),
    "table-broken": gettext_noop(
        "Esta mesa no puede seguir: solo queda anular el partido o darlo por ganado."
    ),
    "closed": gettext_noop("Esa mesa no está en juego."),
    "not-your-appeal": gettext_noop("Apela quien es capitán del lado que no ganó."),
    "nothing-to-appeal": gettext_noop(
        "Se apela un partido dado por ganado o una sanción, hasta un día después."
    ),
    "already-appealed": gettext_noop("Ese partido ya fue apelado."),
    "no-such-post": gettext_noop("Ese puesto no existe en esta competencia."),
    "already-official": gettext_noop("Ya tiene ese puesto."),
    "name-taken": gettext_noop("El club ya tiene una competencia abierta con ese nombre."),
    "edition-taken": gettext_noop(
        "Esa edición ya tiene una que la sigue: elegí otro orden para el sorteo."
    ),
    "terms-settled": gettext_noop("Ya hay anotados con esas reglas: el reglamento no se cambia."),
    **MISFITS,
    "season-backwards": gettext_noop("La temporada termina antes de empezar."),
    "season-out-of-time": gettext_noop("Esas fechas no sirven: van de 1970 a 2099."),
    "season-named": gettext_noop("El club ya tiene una temporada con ese nombre."),
    "season-overlaps": gettext_noop(
        "Esas fechas se pisan con otra temporada del club. Una abierta llega hasta siempre: ponele "
        "un último día antes de empezar la que sigue."
    ),
    "too-many-seasons": gettext_noop("El club ya tiene demasiadas temporadas: sacá alguna."),
    "no-such-season": gettext_noop("Esa temporada ya no está."),
    "only-names": gettext_noop("Es un ensayo: se anotan nombres inventados, no cuentas."),
    "rehearsal-going-on": gettext_noop(
        "El club ya tiene una mesa de prueba: borrala para empezar otra."
    ),
    "no-rehearsal": gettext_noop("Esta competencia no es un ensayo: no se borra."),
    "no-competition": gettext_noop("Ese partido no es de ninguna competencia."),
}


def refusal(code: str) -> str:
    """Return the message of a refusal code."""
    return gettext(REFUSALS.get(code, REFUSALS["wrong-state"]))


P = ParamSpec("P")
STATUSES = {
    "badly-written": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-invitation": HTTPStatus.NOT_FOUND,
    "no-such-seat": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-link": HTTPStatus.NOT_FOUND,
    "bad-slip": HTTPStatus.NOT_FOUND,
    "too-many-guests": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many-files": HTTPStatus.TOO_MANY_REQUESTS,
    "not-owner": HTTPStatus.FORBIDDEN,
    "not-organiser": HTTPStatus.FORBIDDEN,
    "second-factor": HTTPStatus.FORBIDDEN,
    "not-in-entry": HTTPStatus.FORBIDDEN,
    "not-your-name": HTTPStatus.FORBIDDEN,
    "not-your-partner": HTTPStatus.FORBIDDEN,
    "not-judge": HTTPStatus.FORBIDDEN,
    "not-in-match": HTTPStatus.FORBIDDEN,
    "not-your-appeal": HTTPStatus.FORBIDDEN,
    "bad-score": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-scorer": HTTPStatus.FORBIDDEN,
    "impossible-score": HTTPStatus.UNPROCESSABLE_ENTITY,
    "series-open": HTTPStatus.UNPROCESSABLE_ENTITY,
    "game-after-the-end": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-captain": HTTPStatus.FORBIDDEN,
    "not-team-captain": HTTPStatus.FORBIDDEN,
    "account-needed": HTTPStatus.FORBIDDEN,
    "not-in-club": HTTPStatus.FORBIDDEN,
    "not-in-team": HTTPStatus.FORBIDDEN,
    "no-such-team": HTTPStatus.NOT_FOUND,
    "wrong-line-up": HTTPStatus.UNPROCESSABLE_ENTITY,
    "level-at-the-bell": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-minutes": HTTPStatus.UNPROCESSABLE_ENTITY,
    "past-target": HTTPStatus.UNPROCESSABLE_ENTITY,
    "chico-goes-on": HTTPStatus.UNPROCESSABLE_ENTITY,
    "chico-is-over": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-such-penalty": HTTPStatus.UNPROCESSABLE_ENTITY,
    "list-full": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-bulletins": HTTPStatus.TOO_MANY_REQUESTS,
    "bad-network": HTTPStatus.UNPROCESSABLE_ENTITY,
    "nothing-to-undo": HTTPStatus.UNPROCESSABLE_ENTITY,
    "feeds-itself": HTTPStatus.UNPROCESSABLE_ENTITY,
    "feeds-in-a-circle": HTTPStatus.UNPROCESSABLE_ENTITY,
    "source-not-public": HTTPStatus.UNPROCESSABLE_ENTITY,
    "other-sides": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-berths": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-such-account": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-operator": HTTPStatus.FORBIDDEN,
    "of-staff": HTTPStatus.FORBIDDEN,
    "oneself": HTTPStatus.FORBIDDEN,
    "bad-date": HTTPStatus.UNPROCESSABLE_ENTITY,
    "reason-missing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "wrong-roster": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-groups": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-qualifiers": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-qualifiers": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-rounds": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-best": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-rounds-between": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-finalists": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-finalists": HTTPStatus.UNPROCESSABLE_ENTITY,
    "play-in-too-large": HTTPStatus.UNPROCESSABLE_ENTITY,
    "finalists-of-nothing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-few-for-silver": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad-boards": HTTPStatus.UNPROCESSABLE_ENTITY,
    "line-up-not-whole": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-of-the-roster": HTTPStatus.UNPROCESSABLE_ENTITY,
    "plays-twice": HTTPStatus.UNPROCESSABLE_ENTITY,
    "tie-break-twice": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-backwards": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-out-of-time": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-named": HTTPStatus.UNPROCESSABLE_ENTITY,
    "season-overlaps": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many-seasons": HTTPStatus.UNPROCESSABLE_ENTITY,
    "tie-break-of-another-format": HTTPStatus.UNPROCESSABLE_ENTITY,
}


def answers_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view so that it renders a service's refusal; the default status is 409."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RefusedError as error:
            return refuse(request, error.code)

    return answered


def refuse(request: HttpRequest, code: str) -> HttpResponse:
    """Render the page of a refusal."""
    if code == "not-organiser" and Club.objects.holding_back(request.user).exists():
        code = "second-factor"
    context = {"code": code, "words": refusal(code), "back": _back(request)}
    answer = render(request, "tournaments/common/refusal.html", context, status=status_of(code))
    if is_part(request):  # a part of a page asked: the words take the whole page
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#main"
        answer["HX-Reswap"] = "outerHTML"
    return answer


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal code."""
    return STATUSES.get(code, HTTPStatus.CONFLICT)


def _back(request: HttpRequest) -> str:
    """Return the page that the reader came from if it is on this site, else "/"."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return came_from if ours else "/"
