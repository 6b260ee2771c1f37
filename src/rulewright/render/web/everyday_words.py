"""What people say when they ask: words that weigh nothing, and words of nearly the same meaning.

A question is asked in everyday words, and answered by the words of a game: who asks how to reroll is shown the rule of
the rethrow. A group holds for every game of its language; what one game alone calls so stands in its `keywords`.
"""

EVERYDAY = {
    "en": """
        a about after again all also although am an and any anybody anyone anything are aren as at be been
        before being between both but by call called can cannot could did didn do does doesn doing don each else ever
        every exactly explain explanation far for from get gets getting give given gives go goes going got had has
        have having he her here him his how i if in into is isn it its just let like ll long make makes many may
        me mean meaning means might mine more most much must my need needed needs no not now of on one or our out per
        please re really s say says shall she should so some something stand stands such t than that the their
        them then there these they thing things this those to too under up us use used uses using ve very want
        wanted wants was way we were what whats when where whether which while who whose why will with within without
        won work works would yet you your define definition rule rules different difference versus vs happen happens
        happened
    """,
    "de": """
        ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis da dabei dafür damit
        dann das dass dem den denn der des die dies diese diesem diesen dieser doch du durch ein eine einem
        einen einer eines er es etwas für geht gibt habe haben hat hatte heißt hier ich ihm ihn ihr im in ist ja
        jede jedem jeden jeder jedes kann kein keine können man mehr mein meine mit muss müssen nach nicht noch
        nun nur ob oder ohne pro schon sein seine sich sie sind so soll sollen über um und uns vom von vor wann
        war warum was welche welchem welchen welcher welches wenn wer werden wie wieder wir wird wo zu zum zur
        zwischen bedeutet bedeutung unterschied regel regeln heisst fur konnen mussen uber
    """,
    "fr": """
        a ai ainsi alors après au aussi autre aux avant avec bien ça ce ceci cela ces cet cette comme comment
        dans de des dois doit donc du elle elles en encore entre es est et être eux fait faire il ils je la le
        les leur leurs lui ma mais me même mes moi mon ne ni nos notre nous on ont ou où par pas peut peux plus
        pour pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur ta te tes
        toi ton tous tout toute toutes tu un une vos votre vous y signifie veut dire règle règles apres ca etre
        meme regle regles différence difference
    """,
}
"""By language, as the index folds words; with and without their accents."""

RELATED = {
    "en": """
        throw roll dice die d6 d10 d20
        reroll rethrow
        shoot shot fire firing shooting
        shooter firer
        kill killed destroy destroyed elimination eliminate dead wreck wrecked
        tank afv vehicle armoured armored
        armor armour
        truck lorry halftrack jeep transport
        passenger rider crew
        overwatch opportunity reaction react interrupt
        men man troops soldiers infantry squad
        house building hut
        melee combat assault fight fighting brawl closecombat
        hedge wall fence
        hurt wound wounds damage injury casualty losses
        dismount unload disembark
        mount load embark board loading
        bonus penalty modifier drm malus modifiers
        distance range far reach
        speed fast slow quick move
        move movement moving walk drive drives drove
        hide hidden hiding concealed concealment
        reveal revealed appear found detect discovered spotted
        odds chance chances probability likelihood likely
        begin start starting
        enemy opponent foe
        own friendly friend
        attack assault attacking assaulting
        withdraw retreat flee fallback runaway
        see seen sight visible visibility los observe observed look view
        artillery mortar howitzer indirect bombardment shelling
        trench foxhole fortification trenches foxholes bunker
        window building
        city urban town village
        deploy setup place placement placing
        result outcome effect effects
        close adjacent near next
        limit maximum most limits
        minimum least
        last end remove removal
        remove removal disappear vanish goaway
        lose lost loss losing removal removed
        gain gained gaining
        order sequence phase
        stack stacking stacked pile
        score number value
        two 2
        three 3
        four 4
        five 5
        six 6
        ten 10
        officer leader commander command
        check test morale
        search searching look
        cost price pay
        hp hit health
        life lives health
        spell magic
        weapon gun weapons guns
    """,
    "de": """
        wurf würfeln wurfeln würfel wurfel würfe wurfe
        schießen schiessen feuer feuern schuss
        panzer fahrzeug
        haus gebäude gebaude
        reichweite entfernung
        bonus malus modifikator
        sehen sicht sichtlinie
        chance wahrscheinlichkeit
        verlieren verlust
        beginnen anfangen start
        gegner feind
        ziehen bewegen bewegung zug
    """,
    "fr": """
        lancer jet dé de dés des
        tirer tir feu
        char véhicule vehicule blindé blinde
        maison bâtiment batiment
        portée portee distance
        bonus malus modificateur
        voir vue visible
        chance probabilité probabilite
        perdre perte
        ennemi adversaire
        bouger mouvement déplacement deplacement
    """,
}
"""By language, on each line words of which one may be asked and another stand in the rules. They count less."""

DEFINING = {
    "en": """
        what is
        what are
        what s
        whats
        meaning
        means
        mean
        define
        definition
        stand for
        stands for
    """,
    "de": """
        was ist
        was sind
        was heißt
        was heisst
        was bedeutet
        bedeutung
        definition
    """,
    "fr": """
        qu est ce
        c est quoi
        que veut dire
        que signifie
        sens
        definition
    """,
}
"""By language, on each line what one says who asks for the meaning of a word."""

COMPARING = {"en": "difference versus vs", "de": "unterschied", "fr": "difference"}
"""By language, the words by which one asks how two things differ."""

KIND_WORDS = {
    "en": {
        "table": "table chart",
        "example": "example",
        "card": "card sheet",
        "ruling": "ruling rulings question answer faq",
        "erratum": "erratum errata correction",
    },
    "de": {
        "table": "tabelle",
        "example": "beispiel",
        "card": "karte",
        "ruling": "entscheidung frage antwort faq",
        "erratum": "korrektur errata",
    },
    "fr": {
        "table": "table tableau",
        "example": "exemple",
        "card": "carte fiche",
        "ruling": "décision question réponse faq",
        "erratum": "correction errata",
    },
}
"""By language, what each kind of thing is called in a question."""
