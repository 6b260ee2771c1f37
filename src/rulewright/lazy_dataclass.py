"""The decorator `dataclass` of the standard library, without its price at import.

The library writes and compiles six methods for each class when its module is imported, though most are never called:
for our four hundred classes this is a third of the time that a build takes to start. Here a method is compiled when it
is called for the first time. Nothing at all can be assigned to a frozen instance, and there is no `InitVar`. `field`,
`fields` and `replace` are the library's.
"""

from typing import TYPE_CHECKING

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from dataclasses import MISSING, FrozenInstanceError

    ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}

    def dataclass(cls=None, /, *, frozen=False, eq=True, order=False, **options):
        """As the library's; `options` are slots, weakref_slot and kw_only."""

        def decorated(plain):
            if plain.__doc__ is None:
                plain.__doc__ = plain.__name__  # else the library makes one of the signature, at a price
            own = set(vars(plain))
            if "__eq__" in own and plain.__hash__ is None:
                own.discard("__hash__")  # Python's, for want of another
            made = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(plain)
            for name, method in _methods(made, frozen, eq, order).items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return decorated if cls is None else decorated(cls)

    def _methods(cls, frozen, eq, order):
        fields = dataclasses.fields(cls)
        goes_on = hasattr(cls, "__post_init__")
        written = {"__init__": lambda: _init(fields, frozen, goes_on), "__repr__": lambda: _repr(fields)}
        if eq:
            written["__eq__"] = lambda: _compare(fields, "==")
        if order:
            written |= {name: lambda sign=sign: _compare(fields, sign) for name, sign in ORDERS.items()}
        if eq and frozen:
            written["__hash__"] = lambda: _hash(fields)
        methods = {name: _late(cls, name, write) for name, write in written.items()}
        if eq and not frozen:
            methods["__hash__"] = None
        if frozen:
            methods |= {"__setattr__": _assign, "__delattr__": _delete}
        if frozen and "__slots__" in vars(cls):
            methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
        return methods

    def _late(cls, name, write):
        """A method that takes the place of itself when it is called, with the text and the names that `write` gives."""

        def late(*arguments, **named):
            if getattr(cls, name) is late:
                text, known = write()
                exec(text, known)  # noqa: S102  # as the library does; it holds the names of fields and nothing else
                known[name].__qualname__ = f"{cls.__qualname__}.{name}"
                setattr(cls, name, known[name])
            return getattr(cls, name)(*arguments, **named)

        return late

    def _init(fields, frozen, goes_on):
        known, parameters, named, lines = {"_set": object.__setattr__, "_MISSING": MISSING}, ["self"], ["*"], []
        for each in fields:
            name, value, default = each.name, each.name, ""
            if each.default_factory is not MISSING:
                known[f"_make_{name}"], default = each.default_factory, " = _MISSING"
                value = f"_make_{name}() if {name} is _MISSING else {name}" if each.init else f"_make_{name}()"
            elif each.default is not MISSING:
                known[f"_default_{name}"], default = each.default, f" = _default_{name}"
                value = name if each.init else f"_default_{name}"
            elif not each.init:
                continue
            if each.init:
                (named if each.kw_only else parameters).append(name + default)
            lines.append(f"    _set(self, {name!r}, {value})" if frozen else f"    self.{name} = {value}")
        parameters += named if named != ["*"] else []
        lines += ["    self.__post_init__()"] if goes_on else []
        return "\n".join([f"def __init__({', '.join(parameters)}):", *lines, "    return None"]), known

    def _repr(fields):
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields if each.repr)
        return f"def __repr__(self):\n    return f'{{type(self).__qualname__}}({shown})'", {}

    def _compare(fields, sign):
        name = next((name for name, its in ORDERS.items() if its == sign), "__eq__")
        one, other = (_values(owner, [each.name for each in fields if each.compare]) for owner in ("self", "other"))
        same = "other.__class__ is self.__class__"
        return f"def {name}(self, other):\n    return {one} {sign} {other} if {same} else NotImplemented", {}

    def _hash(fields):
        names = [each.name for each in fields if (each.compare if each.hash is None else each.hash)]
        return f"def __hash__(self):\n    return hash({_values('self', names)})", {}

    def _values(owner, names):
        return f"({''.join(f'{owner}.{name}, ' for name in names)})"

    def _assign(_self, name, _value):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _delete(_self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _getstate(self):
        return [getattr(self, each.name) for each in dataclasses.fields(self)]

    def _setstate(self, state):
        for each, value in zip(dataclasses.fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)
